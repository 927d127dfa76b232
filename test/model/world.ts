import type { QueueIdentity } from "../../src/queue/queue-identity";
import type { QueueRecord } from "../../src/queue/settings";
import type { Address, Command } from "./command";

/** The action of a plan on a resource. */
export type PlannedAction = "no-op" | "create" | "update" | "replace" | "delete";

/** A resource in Terraform's state. */
export interface ObservedResource {
  /** All attributes as JSON, null included; sets in any order. */
  readonly attributes: { readonly [attribute: string]: unknown };
  readonly isTainted: boolean;
}

/** A request that reached the service. */
export interface ObservedCall {
  /** Undefined if the path belongs to no operation. */
  readonly operation: string | undefined;
  /** The sent body. */
  readonly body: { readonly [name: string]: unknown };
  /** Whether it took effect, regardless of the response. */
  readonly isCommitted: boolean;
  /** Whether the client received the whole response, with status 200. */
  readonly hasResponse: boolean;
}

/** The real content of a queue, whatever the service answers. */
export interface ObservedQueue {
  readonly identity: QueueIdentity;
  /** All settings, `requiredStatuses` as `/getQueue` shows them. */
  readonly settings: QueueRecord;
  /** Settings that this version of the provider does not know, by wire name. */
  readonly additional: { readonly [name: string]: unknown };
  /** Whether a list of required statuses is set. */
  readonly hasOwnStatuses: boolean;
  /** Numbers of its pull requests. */
  readonly enqueued: readonly number[];
  /** Whether `/getQueue` shows it as `switching_modes` now. */
  readonly isSwitching: boolean;
}

/** The results of one command. */
export interface Observation {
  /**
   * The plan for every resource that is declared or, after reading, in the state; undefined if a read or a
   * plan failed, and for commands other than apply.
   */
  readonly plan: ReadonlyMap<Address, PlannedAction> | undefined;
  /** Errors with summary and detail, also that a provider was killed; empty if the command succeeded. */
  readonly errors: readonly string[];
  /** Requests of the command in the order of their arrival, without outside changes. */
  readonly calls: readonly ObservedCall[];
  /** The state afterwards. */
  readonly resources: ReadonlyMap<Address, ObservedResource>;
  /** All queues between plan and apply, after `meanwhile`; undefined for other commands. */
  readonly between: readonly ObservedQueue[] | undefined;
  /** All queues afterwards. */
  readonly queues: readonly ObservedQueue[];
}

/** Terraform, the provider and a service without queues, ready to run commands one after another. */
export interface World {
  /** Runs a command. Rejects only where Terraform core would report a bug in the provider. */
  readonly run: (command: Command) => Promise<Observation>;
}

/**
 * Judges observations: a pure model of Terraform, provider and service. A driver runs the applicable commands
 * of a sequence in its world, and has each observation judged before the next command. Then it runs the
 * commands of {@link closing}, without faults, after which everything must be right (rule I-5).
 */
export interface Judge {
  /** Whether the command is applicable now: for example, only resources in the state can be tainted. */
  readonly isApplicable: (command: Command) => boolean;
  /**
   * Judges the result of a command, and continues from there.
   * @throws Error that lists all violations
   */
  readonly accept: (command: Command, observation: Observation) => void;
  /** Returns the next command to run after the last one; undefined: none. */
  readonly closing: () => Command | undefined;
}

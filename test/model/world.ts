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
  /** Undefined: the path belongs to no operation. */
  readonly operation: string | undefined;
  /** The body as it was sent. */
  readonly body: { readonly [name: string]: unknown };
  /** Whether it took effect, regardless of the response. */
  readonly isCommitted: boolean;
  /** Whether the client received the whole response, with status 200. */
  readonly hasResponse: boolean;
}

/** A queue's real content, regardless of the service's responses. */
export interface ObservedQueue {
  readonly identity: QueueIdentity;
  /** All settings, `requiredStatuses` as `/getQueue` shows them. */
  readonly settings: QueueRecord;
  /** Settings that this version of the provider does not know, by wire name. */
  readonly additional: { readonly [name: string]: unknown };
  /** Whether a list of required statuses is set by hand. */
  readonly hasOwnStatuses: boolean;
  /** Numbers of the pull requests that are in it. */
  readonly enqueued: readonly number[];
  /** Whether `/getQueue` shows it as `switching_modes` now. */
  readonly isSwitching: boolean;
}

/** What came of one command. */
export interface Observation {
  /**
   * What was planned for every resource that is declared or, when it has been read, in the state; undefined
   * if a read or a plan failed, and for commands other than apply.
   */
  readonly plan: ReadonlyMap<Address, PlannedAction> | undefined;
  /** Errors, each with summary and detail; empty if the command succeeded. A killed provider is one, too. */
  readonly errors: readonly string[];
  /** Requests during the command, in the order of their arrival; what is done outside is not among them. */
  readonly calls: readonly ObservedCall[];
  /** The state afterwards. */
  readonly resources: ReadonlyMap<Address, ObservedResource>;
  /** All queues between plan and apply, when `meanwhile` has happened; undefined for other commands. */
  readonly between: readonly ObservedQueue[] | undefined;
  /** All queues afterwards. */
  readonly queues: readonly ObservedQueue[];
}

/** Terraform, the provider and a service without queues, ready to run commands one after another. */
export interface World {
  /** Carries out a command. Rejects only for what Terraform core would call a bug in the provider. */
  readonly run: (command: Command) => Promise<Observation>;
}

/**
 * What judges observations: a pure model of Terraform, provider and service. A driver goes through a
 * sequence's commands, leaves out those that are not applicable, runs the others in its world, and has each
 * observation judged before the next command. After the last, {@link closing} says what to run until it
 * returns undefined: faults are over, and everything must come right (rule I-5).
 */
export interface Judge {
  /** Whether the command is applicable now: for example, only resources in the state can be tainted. */
  readonly isApplicable: (command: Command) => boolean;
  /**
   * Judges the result of a command, and continues from there.
   * @throws Error that lists all violations
   */
  readonly accept: (command: Command, observation: Observation) => void;
  /** The commands to run after the last one, one after another; undefined: none. */
  readonly closing: () => Command | undefined;
}

import type { TimedOperation } from "../queue/check-attributes";
import type { DeclaredQueue } from "../queue/declared-queue";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { QueueWarning } from "../reconcile/advise-deletion";
import { getDefaultTimeoutMs } from "../reconcile/default-timeouts";
import type { ProtectionChange } from "../reconcile/find-protection-changes";
import type { LiveQueue } from "../reconcile/read-queue";
import type { Reconciler } from "../reconcile/reconciler";
import type { PullRequest } from "../wire/first/pull-request";

/** `replace`: delete the queue, create another. `forget`: stop managing, but keep it. `none`: no change. */
export const PLAN_ACTIONS = ["create", "update", "replace", "delete", "forget", "none"] as const;

/** One of {@link PLAN_ACTIONS}. */
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** A value in a plan. */
export type PlannedValue =
  | { readonly kind: "value"; readonly value: unknown }
  /** There is no value, or the service chooses the value. */
  | { readonly kind: "absent" }
  /** The service's default, because a replacement does not keep the old queue's value. */
  | { readonly kind: "default" }
  /** The value is known only after the apply. */
  | { readonly kind: "unknown" }
  | { readonly kind: "sensitive" };

/** One change of a queue. */
export interface PlannedChange {
  /** The wire name, such as `concurrency`, `repo.owner`, `targetBranch` or `deletionPolicy`. */
  readonly name: string;
  /**
   * `setting`: in the settings table. `additional`: a setting that is not in the table. `identity`: a part of
   * the queue's identity. `argument`: an argument of the Terraform resource that is never sent.
   */
  readonly kind: "setting" | "additional" | "identity" | "argument";
  readonly now: PlannedValue;
  readonly then: PlannedValue;
}

/** The plan for one queue. */
export interface PlannedQueue {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly identity: QueueIdentity;
  /** Terraform address of the queue's declaration; undefined if it is not known. */
  readonly address: string | undefined;
  /** Name of the stack that declares the queue; undefined if it is not known. */
  readonly stack: string | undefined;
  /** Origin of the queue's service (scheme, host, port); undefined if it is not known. */
  readonly origin: string | undefined;
  readonly action: PlanAction;
  /** Whether the plan also imports the queue into a Terraform state. */
  readonly isImported: boolean;
  /** In this order: identity, settings (as in the settings table), additional settings, arguments. */
  readonly changes: readonly PlannedChange[];
  /** The present settings, except sensitive and additional settings; empty if the queue does not exist. */
  readonly settings: QueueRecord;
  readonly protection: readonly ProtectionChange[];
  readonly warnings: readonly QueueWarning[];
  /** The pull requests in the queue now; undefined if unknown, or if the plan does not change the queue. */
  readonly pullRequests: readonly PullRequest[] | undefined;
}

/** The number of queues for each action. */
export type PlanCounts = { readonly [Action in PlanAction]: number };

/** A plan as a value, without secrets. Every printer shows this value, and an apply does what it says. */
export interface Plan {
  /** `apply`: the queues get their declared settings. `destroy`: the queues are deleted or forgotten. */
  readonly mode: "apply" | "destroy";
  /** All queues, including those without changes, sorted by origin and id. */
  readonly queues: readonly PlannedQueue[];
  readonly counts: PlanCounts;
  /** The digest that `createDigest` returns. Undefined for a plan that Terraform made. */
  readonly digest: string | undefined;
  /** Warnings about the plan as a whole, as sentences. */
  readonly warnings: readonly string[];
  /** When the stacks were synthesized: `2026-01-31 08:00`. Set only if the stacks may be out of date. */
  readonly synthesizedAt?: string | undefined;
}

/** Tells whether a plan changes anything. */
export function hasChanges({ queues }: Pick<Plan, "queues">): boolean {
  return queues.some(changesQueue);
}

/** Tells whether a plan deletes a queue, possibly to replace it. */
export function isRemoved({ action }: Pick<PlannedQueue, "action">): boolean {
  return action === "delete" || action === "replace";
}

/** Tells whether a plan changes a queue, or imports the queue into a Terraform state. */
export function changesQueue({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): boolean {
  return action !== "none" || isImported;
}

/** Actions of `mergequeue plan`. It knows no earlier identities, so it never replaces a queue. */
export type TaskAction = Exclude<PlanAction, "replace">;

/** The provider's arguments by Terraform name, such as `base_url`. Equal connections share one map. */
export type ConnectionArguments = ReadonlyMap<string, string | number | boolean>;

/** A merge queue service. */
export interface Service {
  /** Scheme, host and port. Declarations with the same origin and the same identity are about one queue. */
  readonly origin: string;
  /** The provider's arguments for this service. In a saved plan, the token is missing. */
  readonly connection: ConnectionArguments;
}

/** A service that can be called. */
export interface ReachableService extends Service {
  readonly reconciler: Reconciler;
}

/** A declared queue and its service. */
export interface QueueAtService<At extends Service = ReachableService> {
  readonly queue: DeclaredQueue;
  readonly service: At;
}

/** The work on one declared queue, with all its inputs. The wanted settings may contain secrets. */
export interface Task<At extends Service = ReachableService> extends QueueAtService<At> {
  readonly action: TaskAction;
  /**
   * The queue when the plan was made; undefined if the queue did not exist. Contains additional fields only
   * if they are managed, and pull requests only if the plan changes the queue.
   */
  readonly seen: LiveQueue | undefined;
}

/** A plan and its inputs. It can be saved in a file. It can be applied if its services are reachable. */
export interface SavedPlan<Each extends Task<Service> = Task> {
  readonly plan: Plan & { readonly digest: string };
  readonly tasks: readonly Each[];
}

type Timed = Pick<DeclaredQueue, "timeoutsMs" | "deletionPolicy">;

/** Returns an operation's timeout in milliseconds: the declared one, or the default (longer for a drain). */
export function getTaskTimeoutMs({ timeoutsMs, deletionPolicy }: Timed, operation: TimedOperation): number {
  return timeoutsMs[operation] ?? getDefaultTimeoutMs(operation, { isDrained: deletionPolicy === "drain" });
}

/** Returns the timeout of {@link getTaskTimeoutMs} as users write it, such as `60m` or `90s`. */
export function describeTaskTimeout(queue: Timed, operation: TimedOperation): string {
  const ms = getTaskTimeoutMs(queue, operation);
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

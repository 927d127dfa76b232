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

/** `replace`: deletes a queue and creates another. `forget`: only stops managing. `none`: changes nothing. */
export const PLAN_ACTIONS = ["create", "update", "replace", "delete", "forget", "none"] as const;

/** One of {@link PLAN_ACTIONS}. */
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** A value in a plan. */
export type PlannedValue =
  | { readonly kind: "value"; readonly value: unknown }
  /** There is no value, or the service chooses it. */
  | { readonly kind: "absent" }
  /** The service's default: a replacement drops the old queue's value. */
  | { readonly kind: "default" }
  /** The value is known only after the apply. */
  | { readonly kind: "unknown" }
  | { readonly kind: "sensitive" };

/** One change of a queue. */
export interface PlannedChange {
  /** Wire name: `concurrency`; `repo.owner` or `targetBranch`; `deletionPolicy`. */
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
  /** The changes: identity, settings in the order of the table, additional settings, then arguments. */
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

/** A plan as a value: computed once, shown by any printer, applied unchanged. It contains no secrets. */
export interface Plan {
  /** `apply`: queues get their declared settings. `destroy`: they are deleted. */
  readonly mode: "apply" | "destroy";
  /** All queues, including those without changes, sorted by origin and id. */
  readonly queues: readonly PlannedQueue[];
  readonly counts: PlanCounts;
  /** `sha256:` and 64 hexadecimal digits, see `createDigest`; undefined for a plan by Terraform. */
  readonly digest: string | undefined;
  /** Warnings about the plan as a whole, as sentences. */
  readonly warnings: readonly string[];
  /** When the stacks were synthesized (in words). Set only if the stacks are older than their program. */
  readonly synthesizedAt?: string | undefined;
}

/** Tells whether a plan changes anything. */
export function hasChanges({ queues }: Pick<Plan, "queues">): boolean {
  return queues.some(changesQueue);
}

/** Tells whether a queue that exists now is deleted, and perhaps created again. */
export function isRemoved({ action }: Pick<PlannedQueue, "action">): boolean {
  return action === "delete" || action === "replace";
}

/** Tells whether a plan changes a queue, or imports it into a state. */
export function changesQueue({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): boolean {
  return action !== "none" || isImported;
}

/** Actions of our own plans. Our plans contain no earlier identity, so they cannot replace a queue. */
export type TaskAction = Exclude<PlanAction, "replace">;

/** Provider arguments by Terraform name: `base_url`, …. Equal connections share one map. */
export type ConnectionArguments = ReadonlyMap<string, string | number | boolean>;

/** A service of queues. */
export interface Service {
  /** Scheme, host, port. Equal identities at one origin are the same queue. */
  readonly origin: string;
  /** Its provider arguments. A saved plan omits the token. */
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

/** The work on one declared queue, with all its inputs. The wanted settings contain secrets. */
export interface Task<At extends Service = ReachableService> extends QueueAtService<At> {
  readonly action: TaskAction;
  /**
   * The queue when the plan was made; undefined if the queue did not exist. Only managed additional fields
   * are included. Pull requests are included only if the plan changes the queue.
   */
  readonly seen: LiveQueue | undefined;
}

/** A plan with its inputs. It can be saved in a file, or applied once its services can be called. */
export interface SavedPlan<Each extends Task<Service> = Task> {
  readonly plan: Plan & { readonly digest: string };
  readonly tasks: readonly Each[];
}

type Timed = Pick<DeclaredQueue, "timeoutsMs" | "deletionPolicy">;

/** Returns an operation's timeout in milliseconds: the queue's own, or the default (longer for a drain). */
export function getTaskTimeoutMs({ timeoutsMs, deletionPolicy }: Timed, operation: TimedOperation): number {
  return timeoutsMs[operation] ?? getDefaultTimeoutMs(operation, { isDrained: deletionPolicy === "drain" });
}

/** Returns the timeout of {@link getTaskTimeoutMs} as users write it: `60m`, `90s`. */
export function describeTaskTimeout(queue: Timed, operation: TimedOperation): string {
  const ms = getTaskTimeoutMs(queue, operation);
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

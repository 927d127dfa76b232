import type { PullRequest } from "../../api/pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";

/**
 * What a plan does to a queue: `replace` deletes it and creates another one, `forget` leaves it as it is but manages it
 * no more, `none` changes nothing.
 */
export const PLAN_ACTIONS = ["create", "update", "replace", "delete", "forget", "none"] as const;

/** One of {@link PLAN_ACTIONS}. */
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** A value in a plan, as far as it may be shown. */
export type PlannedValue =
  /** Known; what JSON has. */
  | { readonly kind: "value"; readonly value: unknown }
  /** There is none, or the service's own choice counts. */
  | { readonly kind: "absent" }
  /** A new queue gets the service's own choice, in place of what the queue has that it replaces. */
  | { readonly kind: "default" }
  /** It will be known after the apply only. */
  | { readonly kind: "unknown" }
  /** It is known and must not be shown. */
  | { readonly kind: "sensitive" };

/** One line of a plan: something of a queue that changes. */
export interface PlannedChange {
  /** Wire name: `concurrency`; `repo.owner` or `targetBranch`; `deletionPolicy`. */
  readonly name: string;
  /**
   * `setting`: of the settings table. `additional`: a setting that the table does not know. `identity`: which queue it
   * is. `argument`: what only Terraform's resource has, and the service does not see.
   */
  readonly kind: "setting" | "additional" | "identity" | "argument";
  readonly now: PlannedValue;
  readonly then: PlannedValue;
}

/** A change after which less keeps pull requests from merging, or after which none merge. */
export interface ProtectionChange {
  /** Wire name of the setting. */
  readonly name: string;
  /** `loss`: less must pass before a merge. `pause`: the queue stops merging or taking in. */
  readonly kind: "loss" | "pause";
  /** What happens, as a sentence or two. */
  readonly message: string;
}

/** What applying a plan runs into or does beside its changes. */
export interface PlanWarning {
  /** What it is about, in a few words, ending with the queue's id. */
  readonly summary: string;
  /** Why, and what to do. */
  readonly detail: string;
}

/** What a plan does to one queue. */
export interface PlannedQueue {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly identity: QueueIdentity;
  /** Terraform address where it is declared; undefined if it is not known. */
  readonly address: string | undefined;
  /** Name of the stack that declares it; undefined if it is not known. */
  readonly stack: string | undefined;
  /** Origin of its service (scheme, host, port); undefined if it is not known. */
  readonly origin: string | undefined;
  readonly action: PlanAction;
  /** Whether the plan also takes it into a Terraform state, where it was not. */
  readonly isImported: boolean;
  /** Settings in the order of the settings table, then additional ones; before them identity, behind them arguments. */
  readonly changes: readonly PlannedChange[];
  /** All settings of the table that the service shows of it now and that may be shown; none if it does not exist. */
  readonly settings: QueueRecord;
  /** What it does to merge protection. */
  readonly protection: readonly ProtectionChange[];
  readonly warnings: readonly PlanWarning[];
  /** What is in it now; undefined if that is not known, or if the plan leaves the queue as it is. */
  readonly pullRequests: readonly PullRequest[] | undefined;
}

/** How many queues a plan does what to. */
export type PlanCounts = { readonly [Action in PlanAction]: number };

/**
 * What is going to change, as a value: computed once, shown by any printer, and applied as it is. It holds nothing
 * that must not be shown.
 */
export interface FleetPlan {
  /** Whether queues are brought to what is declared, or deleted. */
  readonly mode: "apply" | "destroy";
  /** All queues that were looked at, those without changes included; sorted by origin and id. */
  readonly queues: readonly PlannedQueue[];
  readonly counts: PlanCounts;
  /**
   * `sha256:` and 64 hexadecimal digits over what is wanted and what it was compared with; undefined where the plan is
   * not ours to apply.
   */
  readonly digest: string | undefined;
  /** What concerns the plan as a whole, as sentences. */
  readonly warnings: readonly string[];
}

/** Tells whether a plan does anything. */
export function hasChanges({ queues }: Pick<FleetPlan, "queues">): boolean {
  return queues.some(changesQueue);
}

/** Tells whether a plan does anything with a queue, be it only that it is taken into a state. */
export function changesQueue({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): boolean {
  return action !== "none" || isImported;
}

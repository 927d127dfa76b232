import type { CheckConclusion, ImpactedTargets } from "../../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../../src/engine/host-pull-request";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import type { QueueSettings } from "../../../src/queue/settings";
import { MAIN } from "../engine-fixtures";

/** The queues that schedules are about: two of one repository, so that a merge in one concerns the other. */
export const QUEUES: readonly [QueueIdentity, QueueIdentity] = [MAIN, { ...MAIN, targetBranch: "develop" }];

/** Which of {@link QUEUES}. */
export type QueueIndex = 0 | 1;

/**
 * An event of a schedule. Its object is picked by a number from those that exist at that time, so that a
 * schedule remains valid if any part of it is left out.
 */
export type Action =
  | {
      readonly kind: "submit";
      readonly queue: QueueIndex;
      readonly number: number;
      readonly priority: number | string | undefined;
      readonly noBatch: boolean;
      /** Reported before; undefined: none are. */
      readonly targets: ImpactedTargets | undefined;
      /** Whether the code host opens it first, if it is closed. */
      readonly reopens: boolean;
      readonly direct: boolean;
      /** Whether the code host marks it first to go before everything else. */
      readonly skipsTheLine: boolean;
    }
  | { readonly kind: "cancel" | "restart"; readonly queue: QueueIndex; readonly pick: number }
  | {
      readonly kind: "targets";
      readonly queue: QueueIndex;
      readonly number: number;
      readonly targets: ImpactedTargets;
      readonly sha: "unknown" | "latest" | "outdated";
    }
  | { readonly kind: "declare"; readonly pullRequest: HostPullRequestInput }
  /** All required statuses of a run in progress are reported. */
  | { readonly kind: "finish"; readonly pick: number; readonly conclusion: CheckConclusion }
  /** All required statuses of all runs in progress are reported at one moment, a millisecond later. */
  | { readonly kind: "finishAll"; readonly conclusions: readonly CheckConclusion[] }
  /** One check of any run is reported. */
  | {
      readonly kind: "report";
      readonly pick: number;
      readonly name: string;
      readonly conclusion: CheckConclusion;
    }
  | {
      readonly kind: "update";
      readonly queue: QueueIndex;
      readonly settings: QueueSettings;
      readonly deletesRequiredStatuses: boolean;
    }
  | { readonly kind: "create" | "delete" | "read" | "push"; readonly queue: QueueIndex }
  /** A pull request is merged outside of its queue. */
  | { readonly kind: "merge"; readonly number: number }
  /** A run in progress turns out not to have started. */
  | { readonly kind: "failStart"; readonly pick: number }
  | { readonly kind: "track"; readonly id: string }
  /** Time passes; below 0: the clock is put back. */
  | { readonly kind: "wait"; readonly ms: number }
  /** Time passes until this many milliseconds from the next due moment. */
  | { readonly kind: "waitUntilDue"; readonly offsetMs: number };

import type { EngineOptions } from "../engine-options";
import type {
  HostPullRequest,
  ImpactedTargets,
  LineEntry,
  Queue,
  Submission,
  TestRun,
  TrackedEvents,
} from "../engine-state";
import type { SortedMap, SortedMapDraft } from "../sorted-map";

/**
 * A state that is being changed by one event. The state it was made from stays as it is; nothing of the draft may
 * be changed once it has been frozen.
 */
export interface EngineDraft {
  readonly options: EngineOptions;
  readonly nowMs: number;
  readonly seed: string;
  identifiers: number;
  /** All queues as they were before the event. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** The queues that the event has touched. */
  readonly opened: Map<string, QueueDraft>;
  /** Keys of the queues that the event has deleted. */
  readonly removed: Set<string>;
  /** The queues in which something may have become possible that was not before. */
  readonly unsettled: Set<QueueDraft>;
  /** The code hosts' pull requests as they were before the event, by repository. */
  readonly pullRequests: ReadonlyMap<string, SortedMap<number, HostPullRequest>>;
  /** Those of the repositories in which the event has changed some. */
  readonly openedRepositories: Map<string, SortedMapDraft<number, HostPullRequest>>;
  branchVersions: ReadonlyMap<string, number>;
  trackedEvents: ReadonlyMap<string, TrackedEvents>;
}

/** An entry of the line that is being changed. */
export type LineEntryDraft = { -readonly [Name in keyof LineEntry]: LineEntry[Name] };

/** A queue that is being changed by one event. */
export interface QueueDraft extends Pick<Queue, "identity"> {
  readonly engine: EngineDraft;
  /** Its identity key. */
  readonly key: string;
  /** The key of its repository. */
  readonly repositoryKey: string;
  settings: Queue["settings"];
  requiredStatuses: Queue["requiredStatuses"];
  additionalSettings: Queue["additionalSettings"];
  switchingReadsLeft: number;
  isSwitchingModes: boolean;
  heldFromSequence: number | undefined;
  places: number;
  batchDueAtMs: number | undefined;
  totals: Queue["totals"];
  line: LineEntryDraft[];
  readonly submissions: SortedMapDraft<number, Submission>;
  readonly latestByNumber: SortedMapDraft<number, number>;
  readonly concluded: SortedMapDraft<number, number>;
  readonly testRuns: SortedMapDraft<string, TestRun>;
  readonly impactedTargets: SortedMapDraft<number, ImpactedTargets>;
  readonly waiting: SortedMapDraft<string, number>;
  readonly ready: SortedMapDraft<string, number>;
}

import type { AdditionalSettings } from "../queue/additional-settings";
import type { PullRequestState } from "../queue/pull-request-state";
import type { QueueIdentity, Repository } from "../queue/queue-identity";
import type { SettingName, SettingValueOf } from "../queue/settings";
import type { RequiredStatusesSource, TestRunStatus } from "../queue/test-run-words";
import type { EventSequence, TrackedEvent } from "../queue/tracked-event";
import type { HostPullRequest } from "./host-pull-request";
import type { SortedMap } from "./sorted-map";
import type { FailureReason, StateChange } from "./state-change";

/** Settings in a queue's state. Required statuses are stored elsewhere, because a queue may inherit them. */
export type StoredSettings = {
  readonly [Name in Exclude<SettingName, "requiredStatuses">]: SettingValueOf<Name>;
};

/** How urgent a pull request is. Smaller values go first, and 0 interrupts running tests. */
export interface Priority {
  /** 0 to 4294967295. */
  readonly value: number;
  /** Name of the value, or its decimal digits if the value has no name. */
  readonly name: string;
  /** Name of the default priority. Set only if the submission named no priority. */
  readonly usedDefaultName?: string;
}

/** Build or test targets that a pull request impacts. */
export type ImpactedTargets = readonly string[] | "ALL";

/** How a check ended. `success`, `neutral` and `skipped` count as passed, all others as failed. */
export type CheckConclusion = "success" | "neutral" | "skipped" | "failure" | "cancelled" | "timed_out";

/** One submission of a pull request to a queue. A second submission of a pull request has the same id. */
export interface Submission {
  /** A UUID, the same for every submission of the pull request to this queue. */
  readonly id: string;
  /** The sequence number: the position among all submissions to the queue, from 1. */
  readonly sequence: number;
  /** Sequence number of the pull request's first submission to this queue. Lists are sorted by it. */
  readonly firstSequence: number;
  readonly number: number;
  readonly state: PullRequestState;
  readonly stateChangedAtMs: number;
  readonly submittedAtMs: number;
  /** When it first became ready, plus all later time in which it was not ready. Undefined if never ready. */
  readonly enteredAtMs: number | undefined;
  /** When it first became ready. The maximum wait of its batch counts from then, even after a restart. */
  readonly firstReadyAtMs: number | undefined;
  readonly firstTestedAtMs: number | undefined;
  /** Milliseconds from {@link enteredAtMs} until {@link firstTestedAtMs}. */
  readonly waitedMs: number | undefined;
  readonly priority: Priority;
  /** Whether it skips the line and interrupts tests. True if it had priority 0 when its wait began. */
  readonly isUrgent: boolean;
  readonly noBatch: boolean;
  /** Whether the submission itself asks for tests before the pull request is ready. */
  readonly isDirect: boolean;
  /** Whether to test it before it is ready, as its submission or a mark at the code host demands. */
  readonly forceEnqueued: boolean;
  /** The pull request as the code host knows it. No longer updated when it has left the queue. */
  readonly pullRequest: HostPullRequest;
  readonly testRunId: string | undefined;
  /** A sentence that explains the last change of its state. Empty if it is not ready; see `readReadiness`. */
  readonly reason: string;
  /** All changes of state, oldest first, with those of earlier submissions. A restart in place adds two. */
  readonly history: readonly StateChange[];
  /** Its key in {@link Queue.waiting}; undefined if it is not waiting. */
  readonly turn: string | undefined;
  /** Number of its latest place in the line. A submission with a place waits ahead of new submissions. */
  readonly place: number | undefined;
  /** Whether it is now tested without a batch, because its batch failed although all of its parts passed. */
  readonly testsAlone: boolean;
}

/** A check that was reported for a test run. */
export interface Check {
  readonly name: string;
  readonly conclusion: CheckConclusion;
  /** Address of the check's page at the CI system. */
  readonly url?: string | undefined;
  readonly reportedAtMs: number;
}

/** One test run of a pull request or a batch, on top of the pull requests ahead. */
export interface EngineTest {
  /** A UUID. */
  readonly id: string;
  /** Sequence numbers of the tested submissions, in merge order. */
  readonly sequences: readonly number[];
  /** Sequence numbers of the unmerged submissions ahead whose changes the tested commit also contains. */
  readonly beneath: readonly number[];
  readonly isBisection: boolean;
  readonly status: TestRunStatus;
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource;
  readonly testBranch: string;
  readonly testBranchSha: string;
  readonly createdAtMs: number;
  readonly concludedAtMs: number | undefined;
  readonly timesOutAtMs: number | undefined;
  /** The checks of the run, in the order of their first report. */
  readonly checks: readonly Check[];
  /** Name of the required status that failed; undefined if none failed, or if the run timed out. */
  readonly failedStatus: string | undefined;
  readonly failureReason: FailureReason | undefined;
  /** Version of the queue's branch when the run started; see {@link EngineState.branchVersions}. */
  readonly baseVersion: number;
}

/** `untested`: gets a run, or waits again, in the same event. `pending_failure`: failed, but not finally. */
export type LinePhase = "untested" | "testing" | "passed" | "pending_failure" | "bisecting";

/** A pull request or a batch in the line. The pull requests of a batch are tested and merged together. */
export interface LineEntry {
  /** The entry's id. A queue uses each id only once. */
  readonly id: number;
  /** Sequence numbers of its submissions, in merge order. */
  readonly sequences: readonly number[];
  readonly targets: ImpactedTargets;
  /** Ids of the entries that must merge before this one. Some of these may have merged already. */
  readonly dependsOn: readonly number[];
  /** Sequence numbers of the submissions on top of which it is tested, in order. Some may have merged. */
  readonly beneath: readonly number[];
  readonly phase: LinePhase;
  /** Id of the latest run of the whole entry. In a bisection, each part has a run of its own. */
  readonly testRunId: string | undefined;
  /** When the run `testRunId` times out; undefined if there is no run, or no timeout. */
  readonly timesOutAtMs: number | undefined;
  /** A sentence that says why the entry's latest run failed. */
  readonly failure: string;
  /** If it failed: id of an entry ahead that must pass or leave the line before this failure is decided. */
  readonly waitsForId: number | undefined;
  /** How many pull requests on top finished testing since it failed. Only some options need this count. */
  readonly finishedOnTop: number;
  /** The remaining parts of a bisection, in order; empty if the entry is not `bisecting`. */
  readonly parts: readonly BisectionPart[];
  readonly hasCulprit: boolean;
  /** Keys of the sets of pull requests that failed in its bisection; see `formatSet`. */
  readonly failedSets: readonly string[];
}

/** A part of a failed batch. */
export interface BisectionPart extends Pick<LineEntry, "sequences" | "testRunId" | "timesOutAtMs"> {
  /** Id of the part. The whole batch has id 1, and the halves of part N have the ids 2N and 2N + 1. */
  readonly id: number;
  /** Id of the part that began its chain. In a chain, each part is tested on top of all parts before it. */
  readonly chain: number;
  /** `failed`: the run of the part failed, but an earlier part of its chain may be at fault. */
  readonly phase: "waiting" | "testing" | "passed" | "failed";
  readonly failure: string;
}

/** Totals for metrics: how many pull requests left the queue, and how many test runs ended. */
export interface QueueTotals {
  readonly merged: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Counts of pull requests by time in the queue, one per range of {@link TIME_IN_QUEUE_BOUNDS_SECONDS}. */
  readonly timeInQueueCounts: readonly number[];
  readonly timeInQueueSumSeconds: number;
  readonly testRuns: Readonly<Record<Exclude<TestRunStatus, "in_progress">, number>>;
}

/** Upper bounds of the ranges that {@link QueueTotals.timeInQueueCounts} counts, in seconds. */
export const TIME_IN_QUEUE_BOUNDS_SECONDS: readonly number[] = [
  ...[60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400],
  Infinity,
];

/** Who wrote a queue: never Terraform, Terraform last, or another writer after Terraform. */
export type ManagedState = "manual" | "terraform" | "terraform_with_drift";

/** One queue. */
export interface Queue {
  /** The queue's identity, spelled as in the request that created the queue. */
  readonly identity: QueueIdentity;
  /** The queue's id, which never changes. A queue that is deleted and created again gets a new id. */
  readonly id: string;
  readonly createdAtMs: number;
  /** When its settings or its state were last written. */
  readonly updatedAtMs: number;
  /** When its state (running, paused or draining) last changed. */
  readonly stateSetAtMs: number;
  readonly managedState: ManagedState;
  readonly settings: StoredSettings;
  /** The queue's own list of required statuses; undefined if the queue inherits a list. */
  readonly requiredStatuses: readonly string[] | undefined;
  readonly additionalSettings: AdditionalSettings;
  /** How many more reads must be answered with `switching_modes`; see the option `switchingModes.reads`. */
  readonly switchingReadsLeft: number;
  /** Whether the queue still tests in its former mode. {@link settings} already contains the new mode. */
  readonly isSwitchingModes: boolean;
  /** Holds submissions from this number on that were never in the line. 1 in a drain, otherwise undefined. */
  readonly heldFromSequence: number | undefined;
  readonly submissions: SortedMap<number, Submission>;
  /** Sequence number of each pull request's latest submission, by the pull request's number. */
  readonly latestByNumber: SortedMap<number, number>;
  /** Sequence numbers of the submissions that left the queue, keyed 1, 2, … in the order of leaving. */
  readonly concluded: SortedMap<number, number>;
  readonly testRuns: SortedMap<string, EngineTest>;
  /** The targets reported for each pull request's latest commit, by the pull request's number. */
  readonly impactedTargets: SortedMap<number, ImpactedTargets>;
  /** The targets reported for other commits. They take effect when their commit becomes the latest. */
  readonly otherTargets: SortedMap<number, ReadonlyMap<string, ImpactedTargets>>;
  /** Submissions with a lower sequence number need no targets: they came before the queue became parallel. */
  readonly parallelFromSequence: number;
  /** Sequence numbers of the waiting submissions (`not_ready` or `pending`), in turn order. */
  readonly waiting: SortedMap<string, number>;
  /** Those of {@link waiting} that are `not_ready`, sorted by the time at which they became so. */
  readonly notReady: SortedMap<string, number>;
  /** Those of {@link waiting} that may start when it is their turn. */
  readonly ready: SortedMap<string, number>;
  /** Those of {@link ready} that were declared up to date, even if the branch has changed since. */
  readonly upToDate: SortedMap<string, number>;
  /** The entries that have started and have not left yet, in merge order. */
  readonly line: readonly LineEntry[];
  readonly places: number;
  /** When the next incomplete batch ends its wait and starts; undefined if no batch is incomplete. */
  readonly batchDueAtMs: number | undefined;
  /** When a run or a `not_ready` submission next times out, or the next incomplete batch starts. */
  readonly dueAtMs: number | undefined;
  readonly totals: QueueTotals;
  /** How many pull requests lost a run and had to restart, by time. Counts are kept for at least an hour. */
  readonly restarts: SortedMap<number, { readonly main: number; readonly bisection: number }>;
}

/** The whole state of the local service, as an immutable value. */
export interface EngineState {
  /** Identifiers are made from this seed and from the counter `identifiers`. */
  readonly seed: string;
  readonly identifiers: number;
  /** When the last event happened, in milliseconds since 1970 (UTC). Time never moves back. */
  readonly nowMs: number;
  /** The queues, by identity key. All spellings of a repository give the same key. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Pull requests by repository (`host/owner/name` in lower case, NFC), then by number. */
  readonly pullRequests: ReadonlyMap<string, SortedMap<number, HostPullRequest>>;
  /** Number of merges and outside pushes, by identity key of repository and branch. Absent means 0. */
  readonly branchVersions: ReadonlyMap<string, number>;
  /** CI events by repository, with the same keys as {@link pullRequests}. */
  readonly trackedEvents: ReadonlyMap<string, TrackedEvents>;
}

/** Returns when the next change is due, in milliseconds since 1970 (UTC); undefined if no change is due. */
export function findNextDueMs({ queues }: EngineState): number | undefined {
  let nextMs: number | undefined;
  for (const { dueAtMs } of queues.values()) {
    if (dueAtMs !== undefined && (nextMs === undefined || dueAtMs < nextMs)) nextMs = dueAtMs;
  }
  return nextMs;
}

/** Creates an empty state. @param seed - seed of identifiers */
export function createState(seed: string): EngineState {
  return {
    seed,
    identifiers: 0,
    nowMs: 0,
    queues: new Map(),
    pullRequests: new Map(),
    branchVersions: new Map(),
    trackedEvents: new Map(),
  };
}

/** The CI events of one repository. */
export interface TrackedEvents {
  /** The repository's name, in the spelling of the first upload. */
  readonly repo: Repository;
  /** The latest version of each event, by position. The event that was reported first has position 1. */
  readonly events: SortedMap<number, TrackedEvent>;
  /** Position of each event, by the event's id. */
  readonly positions: SortedMap<string, number>;
  /** The latest description of each event sequence, by its key. */
  readonly sequences: SortedMap<string, EventSequence>;
}

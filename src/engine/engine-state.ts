import type { AdditionalSettings } from "../queue/additional-settings";
import type { PullRequestState } from "../queue/pull-request-state";
import type { QueueIdentity, Repository } from "../queue/queue-identity";
import type { SettingName, SettingValueOf } from "../queue/settings";
import type { RequiredStatusesSource, TestRunStatus } from "../queue/test-run-words";
import type { EventSequence, TrackedEvent } from "../queue/tracked-event";
import type { HostPullRequest } from "./host-pull-request";
import type { SortedMap } from "./sorted-map";
import type { FailureReason, StateChange } from "./state-change";

/** Settings stored with a queue; required statuses are stored separately because they may be inherited. */
export type StoredSettings = {
  readonly [Name in Exclude<SettingName, "requiredStatuses">]: SettingValueOf<Name>;
};

/** How urgent a pull request is. Smaller values go first, and 0 interrupts running tests. */
export interface Priority {
  /** 0 to 4294967295. */
  readonly value: number;
  /** Name of the value, or its decimal digits if the value has no name. */
  readonly name: string;
  /** Name of the default priority, if the submission did not name a priority. */
  readonly usedDefaultName?: string;
}

/** Build or test targets that a pull request impacts. */
export type ImpactedTargets = readonly string[] | "ALL";

/** How a check ended: `success`, `neutral` and `skipped` pass, the others fail. */
export type CheckConclusion = "success" | "neutral" | "skipped" | "failure" | "cancelled" | "timed_out";

/** One submission of a pull request to a queue. A second submission of a pull request has the same id. */
export interface Submission {
  /** A UUID, the same for every submission of the pull request to this queue. */
  readonly id: string;
  /** Position among all submissions of the queue, from 1. */
  readonly sequence: number;
  /** Position of the first submission of the pull request to this queue. Lists are sorted by this. */
  readonly firstSequence: number;
  readonly number: number;
  readonly state: PullRequestState;
  readonly stateChangedAtMs: number;
  readonly submittedAtMs: number;
  /** When it first became ready, plus later times in which it was not ready; undefined if it never was. */
  readonly enteredAtMs: number | undefined;
  /** When it first became ready. The wait of its batch begins at this time, even if it is tested again. */
  readonly firstReadyAtMs: number | undefined;
  /** When its first test run started; undefined if no test run has started. */
  readonly firstTestedAtMs: number | undefined;
  /** Milliseconds from entering until {@link firstTestedAtMs}. */
  readonly waitedMs: number | undefined;
  readonly priority: Priority;
  /** Whether it skips the line and interrupts tests: it had priority 0 when it was last placed. */
  readonly isUrgent: boolean;
  readonly noBatch: boolean;
  /** Whether it was submitted to be tested before it is ready. */
  readonly isDirect: boolean;
  /** Whether it is tested before it is ready, because its submission or a mark at the code host says so. */
  readonly forceEnqueued: boolean;
  /** The pull request as the code host knows it; not updated after it has left the queue. */
  readonly pullRequest: HostPullRequest;
  readonly testRunId: string | undefined;
  /** A sentence that says why it has this state, set at the change. If it is not ready, see `readiness`. */
  readonly reason: string;
  /** All changes of state, even by earlier submissions, oldest first. A restart in place adds two changes. */
  readonly history: readonly StateChange[];
  /** Its key in {@link Queue.waiting}; undefined if it is not waiting. */
  readonly turn: string | undefined;
  /** The submission's latest place in the line. If it has a place, it waits ahead of new submissions. */
  readonly place: number | undefined;
  /** Whether it is no longer batched, because every part of its failed batch passed alone. */
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
  /** Sequences of the submissions that are tested, in the order in which they would merge. */
  readonly sequences: readonly number[];
  /** Sequences of the unmerged submissions ahead that the tested commit contains. */
  readonly beneath: readonly number[];
  /** Whether it is part of the bisection of a failed batch. */
  readonly isBisection: boolean;
  readonly status: TestRunStatus;
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource;
  readonly testBranch: string;
  readonly testBranchSha: string;
  readonly createdAtMs: number;
  readonly concludedAtMs: number | undefined;
  /** When the run times out; undefined if it never does. */
  readonly timesOutAtMs: number | undefined;
  /** The checks of the run, in the order of their first report. */
  readonly checks: readonly Check[];
  /** Name of the required status that failed; undefined if no status failed or the run timed out. */
  readonly failedStatus: string | undefined;
  /** The published word for why the run failed; undefined if the run has not failed. */
  readonly failureReason: FailureReason | undefined;
  /** Version of the branch ({@link EngineState.branchVersions}) on which it started. */
  readonly baseVersion: number;
}

/** `pending_failure`: has failed, but the failure is not final. `untested`: gets a run in the same event. */
export type LinePhase = "untested" | "testing" | "passed" | "pending_failure" | "bisecting";

/** A pull request or a batch in the line. The pull requests of a batch are tested and merge together. */
export interface LineEntry {
  /** The entry's id, which a queue never uses twice. */
  readonly id: number;
  /** Sequences of its submissions, in the order in which they merge. */
  readonly sequences: readonly number[];
  readonly targets: ImpactedTargets;
  /** Ids of the entries that must merge first. These may include entries that have merged. */
  readonly dependsOn: readonly number[];
  /** Sequences of the submissions on top of which it is tested, in order; some may have merged. */
  readonly beneath: readonly number[];
  readonly phase: LinePhase;
  /** The entry's latest run. In a bisection, each part has its own run. */
  readonly testRunId: string | undefined;
  /** When that run times out; undefined if there was no run. */
  readonly timesOutAtMs: number | undefined;
  /** A sentence that says why the entry's latest run failed. */
  readonly failure: string;
  /** If it has failed: id of an entry ahead that must pass or leave before the failure is decided. */
  readonly waitsForId: number | undefined;
  /** Number of pull requests on top that finished testing since it failed. Counted only with an option. */
  readonly finishedOnTop: number;
  /** Remaining parts of a bisection, in order; empty if the entry is not `bisecting`. */
  readonly parts: readonly BisectionPart[];
  readonly hasCulprit: boolean;
  /** Keys of the parts that failed in its bisection. A key includes the version of the branch. */
  readonly failedSets: readonly string[];
}

/** A part of a failed batch. */
export interface BisectionPart extends Pick<LineEntry, "sequences" | "testRunId" | "timesOutAtMs"> {
  /** The whole batch has id 1; the halves of part N have ids 2N and 2N + 1. */
  readonly id: number;
  /** Id of the first part of its chain. Parts of a chain are tested on top of each other, in order. */
  readonly chain: number;
  /** `failed`: its run failed, but a part ahead of it may be at fault. */
  readonly phase: "waiting" | "testing" | "passed" | "failed";
  readonly failure: string;
}

/** Counts for metrics: pull requests that left the queue, and test runs that ended. */
export interface QueueTotals {
  readonly merged: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Numbers of pull requests that left: one for each range of seconds in the queue, by its upper bound. */
  readonly timeInQueueCounts: readonly number[];
  readonly timeInQueueSumSeconds: number;
  readonly testRuns: Readonly<Record<Exclude<TestRunStatus, "in_progress">, number>>;
}

/** Upper bounds of {@link QueueTotals.timeInQueueCounts}, in seconds. */
export const TIME_IN_QUEUE_BOUNDS_SECONDS: readonly number[] = [
  ...[60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400],
  Infinity,
];

/** Who wrote a queue: never Terraform, or Terraform last, or Terraform and then another writer. */
export type ManagedState = "manual" | "terraform" | "terraform_with_drift";

/** One queue. */
export interface Queue {
  /** The queue's identity, spelled as in the request that created the queue. */
  readonly identity: QueueIdentity;
  /** Never changes. A queue that is deleted and created again gets a new id. */
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
  /** How many further reads must show `switching_modes`. An option can demand such reads. */
  readonly switchingReadsLeft: number;
  /** Whether the queue still tests in its previous mode; {@link settings} has the new one. */
  readonly isSwitchingModes: boolean;
  /** From this sequence on, submissions wait that were never in the line. 1 in a drain, else undefined. */
  readonly heldFromSequence: number | undefined;
  readonly submissions: SortedMap<number, Submission>;
  /** Sequence of the latest submission of each pull request, by number. */
  readonly latestByNumber: SortedMap<number, number>;
  /** Sequences of the submissions that left the queue, in that order, numbered from 1. */
  readonly concluded: SortedMap<number, number>;
  readonly testRuns: SortedMap<string, EngineTest>;
  /** Targets reported for the latest commit of each pull request. */
  readonly impactedTargets: SortedMap<number, ImpactedTargets>;
  /** Targets reported for other commits. These targets count when their commit becomes the latest. */
  readonly otherTargets: SortedMap<number, ReadonlyMap<string, ImpactedTargets>>;
  /** Submissions before this sequence need no targets: the queue became parallel after them. */
  readonly parallelFromSequence: number;
  /** Sequences of the waiting submissions (`not_ready` or `pending`), in turn order. */
  readonly waiting: SortedMap<string, number>;
  /** The submissions of {@link waiting} that are `not_ready`, by when they became `not_ready`. */
  readonly notReady: SortedMap<string, number>;
  /** The submissions of {@link waiting} that may start in their turn. */
  readonly ready: SortedMap<string, number>;
  /** The submissions of {@link ready} declared up to date, even with an old version of the branch. */
  readonly upToDate: SortedMap<string, number>;
  /** Entries that have started and not left, in merge order. */
  readonly line: readonly LineEntry[];
  readonly places: number;
  /** When the next batch starts, even if incomplete; undefined if there is no incomplete batch. */
  readonly batchDueAtMs: number | undefined;
  /** When the next run or not-ready submission times out, or the next incomplete batch starts. */
  readonly dueAtMs: number | undefined;
  readonly totals: QueueTotals;
  /** How many pull requests lost their run and are tested again, by time. Entries last at least an hour. */
  readonly restarts: SortedMap<number, { readonly main: number; readonly bisection: number }>;
}

/** The whole state of the local service, as an immutable value. */
export interface EngineState {
  /** Seed of identifiers, together with a counter. */
  readonly seed: string;
  readonly identifiers: number;
  /** When the last event happened, in milliseconds since 1970 (UTC). Time never moves back. */
  readonly nowMs: number;
  /** The queues, by identity key, which ignores the spelling of the repository. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Pull requests by repository (`host/owner/name` in lower case, NFC), then by number. */
  readonly pullRequests: ReadonlyMap<string, SortedMap<number, HostPullRequest>>;
  /** How often queues have merged into a branch, by identity key of repository and branch. Absent means 0. */
  readonly branchVersions: ReadonlyMap<string, number>;
  /** CI events, by repository, with the keys of {@link pullRequests}. */
  readonly trackedEvents: ReadonlyMap<string, TrackedEvents>;
}

/** Returns the time of the next due change: milliseconds since 1970 (UTC); undefined if no change is due. */
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
  /** Latest version of each event, by position: 1 is the event that was reported first. */
  readonly events: SortedMap<number, TrackedEvent>;
  /** Position of each event, by the event's id. */
  readonly positions: SortedMap<string, number>;
  /** Latest description of each sequence, by the sequence's key. */
  readonly sequences: SortedMap<string, EventSequence>;
}

import type { RequiredStatusesSource, TestRunStatus } from "../../api/test-run";
import type { EventSequence, TrackedEvent } from "../../api/tracked-event";
import type { AdditionalSettings } from "../../queue/additional-settings";
import type { Repository } from "../../queue/identity";
import type { PullRequestState } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { SettingName, SettingValueOf } from "../../queue/settings";
import type { SortedMap } from "./sorted-map";

/** Settings that a queue holds itself. The required statuses are apart, because they may be inherited. */
export type StoredSettings = {
  readonly [Name in Exclude<SettingName, "requiredStatuses">]: SettingValueOf<Name>;
};

/** How urgent a pull request is; the smaller the value, the earlier its turn. */
export interface Priority {
  /** 0 to 4294967295. */
  readonly value: number;
  /** Word for the value; the value in decimal digits where no word stands for it. */
  readonly name: string;
  /** The default's name, if the submission named no priority. */
  readonly usedDefaultName?: string;
}

/** What a code host says about merging a pull request (interface, "Readiness object"). */
export type HostMergeability = "unspecified" | "in_progress" | "mergeable" | "not_mergeable";

/** A pull request as its code host knows it. */
export interface HostPullRequest {
  /** 0 to 4294967295. */
  readonly number: number;
  readonly title: string;
  /** Commit at the tip of the pull request. */
  readonly sha: string;
  readonly author: string;
  /** Branch that holds the pull request's commits. */
  readonly headBranch: string;
  /** Branch that the pull request wants to merge into. */
  readonly baseBranch: string;
  readonly mergeability: HostMergeability;
  /** When it was merged or closed, in milliseconds since 1970 (UTC); undefined: it is open. */
  readonly closedAtMs: number | undefined;
  /**
   * Whether it held the newest commit of its base branch when that was told. It counts only as long as
   * {@link baseVersion} is the branch's.
   */
  readonly isUpToDate: boolean;
  /** Version of its base branch ({@link EngineState.branchVersions}) when `isUpToDate` was told. */
  readonly baseVersion: number;
  /** Marked at the code host to go before everything else in its queue. */
  readonly skipTheLine: boolean;
  /** Marked at the code host to be tested without waiting until it is known to be ready. */
  readonly forceEnqueued: boolean;
}

/** What can be said about a pull request beforehand; what is absent is made up. */
export type PullRequestDescription = Partial<Omit<HostPullRequest, "number" | "closedAtMs" | "baseVersion">>;

/** What a code host may tell about a pull request. */
export type HostPullRequestInput = Pick<HostPullRequest, "number"> &
  PullRequestDescription & {
    /** Whether it is open. */
    readonly isOpen?: boolean;
  };

/** Build or test targets that a pull request impacts. */
export type ImpactedTargets = readonly string[] | "ALL";

/** How a check ended. Everything but `success`, `neutral` and `skipped` is a failure. */
export type CheckConclusion = "success" | "neutral" | "skipped" | "failure" | "cancelled" | "timed_out";

/** One submission of a pull request to a queue. A pull request that is submitted again gets another one. */
export interface Submission {
  /** A UUID. */
  readonly id: string;
  /** Position among all submissions of the queue, from 1. Never changes: lists are in this order. */
  readonly sequence: number;
  /** Number of the pull request. */
  readonly number: number;
  readonly state: PullRequestState;
  /** Milliseconds since 1970 (UTC). */
  readonly stateChangedAtMs: number;
  readonly submittedAtMs: number;
  readonly priority: Priority;
  readonly noBatch: boolean;
  readonly skipTheLine: boolean;
  readonly forceEnqueued: boolean;
  /** What the code host knew: kept up to date while the pull request is in the queue. */
  readonly pullRequest: HostPullRequest;
  /** Id of its latest test run. */
  readonly testRunId: string | undefined;
  /** Why it is where it is, for people: one sentence, set when the state changes. */
  readonly reason: string;
  /** Its key in {@link Queue.waiting}; undefined: it does not wait. */
  readonly turn: string | undefined;
  /** Where it stood in the line when it was last in it: coming back, it goes before newcomers. */
  readonly place: number | undefined;
  /** Whether it is tested in no batch any more, because a bisection cleared everybody. */
  readonly testsAlone: boolean;
}

/** A check that was reported for a test run. */
export interface Check {
  readonly name: string;
  readonly conclusion: CheckConclusion;
  /** Milliseconds since 1970 (UTC). */
  readonly reportedAtMs: number;
}

/** One run of tests: a pull request, or a batch of them, on top of what is ahead of it. */
export interface TestRun {
  /** A UUID. */
  readonly id: string;
  /** Sequences of the submissions that are tested, in the order in which they would merge. */
  readonly sequences: readonly number[];
  /** Sequences of the submissions that the tested commit holds beneath them: what is ahead and not merged yet. */
  readonly beneath: readonly number[];
  /** Whether it is part of the bisection of a failed batch. */
  readonly isBisection: boolean;
  readonly status: TestRunStatus;
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource;
  readonly testBranch: string;
  readonly testBranchSha: string;
  /** Milliseconds since 1970 (UTC). */
  readonly createdAtMs: number;
  readonly concludedAtMs: number | undefined;
  /** When it fails unless it has ended by then. */
  readonly timesOutAtMs: number;
  /** In the order of their first report. */
  readonly checks: readonly Check[];
  /** Name of the required status that failed; undefined: none did, or the time was up. */
  readonly failedStatus: string | undefined;
}

/**
 * Where an entry of the line is: its run is in progress (`testing`), has passed, has failed without its failing
 * for good yet (`pending_failure`), or it is a failed batch whose culprits are looked for (`bisecting`). One that
 * is `untested` waits, within an event only, for a run in its place.
 */
export type LinePhase = "untested" | "testing" | "passed" | "pending_failure" | "bisecting";

/** What is tested and merged together: a pull request, or a batch of them. */
export interface LineEntry {
  /** Never used twice in a queue. */
  readonly id: number;
  /** Sequences of its submissions, in the order in which they merge. */
  readonly sequences: readonly number[];
  /** Union of their targets. */
  readonly targets: ImpactedTargets;
  /** Whether it goes before all that does not. */
  readonly skipsTheLine: boolean;
  /** Ids of the entries ahead that it merges after; those that have merged may still be named. */
  readonly dependsOn: readonly number[];
  /** Sequences that it is tested on top of, in order; those that have merged may still be named. */
  readonly beneath: readonly number[];
  readonly phase: LinePhase;
  /** Its latest run; a bisection's runs are those of its parts. */
  readonly testRunId: string | undefined;
  /** When that run fails unless it has ended by then; undefined: there was none. */
  readonly timesOutAtMs: number | undefined;
  /** Why its latest run failed, for people. */
  readonly failure: string;
  /** How many pull requests on top of it have finished testing since it failed. */
  readonly finishedOnTop: number;
  /** What is left to be looked at, in order; empty unless it is `bisecting`. */
  readonly parts: readonly BisectionPart[];
  /** Whether its bisection has found a culprit. */
  readonly hasCulprit: boolean;
}

/** A part of a failed batch. */
export interface BisectionPart {
  /** The batch is 1; the halves of a part are twice its id, and one more. */
  readonly id: number;
  readonly sequences: readonly number[];
  readonly phase: "waiting" | "testing" | "passed";
  readonly testRunId: string | undefined;
  /** When its run fails unless it has ended by then; undefined: it has not started. */
  readonly timesOutAtMs: number | undefined;
}

/** What became of the pull requests that left a queue; kept for metrics. */
export interface QueueTotals {
  readonly merged: number;
  readonly failed: number;
  readonly cancelled: number;
  /** How many that left the queue had spent at most so many seconds in it, by upper bound; not cumulative. */
  readonly timeInQueueCounts: readonly number[];
  /** Seconds that all of them spent in the queue. */
  readonly timeInQueueSumSeconds: number;
  /** Test runs that ended, by status. */
  readonly testRuns: Readonly<Record<Exclude<TestRunStatus, "in_progress">, number>>;
}

/** One queue. */
export interface Queue {
  /** In the spelling of the request that created it. */
  readonly identity: QueueIdentity;
  readonly settings: StoredSettings;
  /** The list that was set by hand; undefined: inherited. */
  readonly requiredStatuses: readonly string[] | undefined;
  /** Settings that the interface does not know; undefined: it was kept by a version that had none. */
  readonly additionalSettings: AdditionalSettings | undefined;
  /** How many more reads show the queue as `switching_modes` (an option); 0: none. */
  readonly switchingReadsLeft: number;
  /** Whether it waits for the tests of its former mode to end. */
  readonly isSwitchingModes: boolean;
  /** While it drains: submissions from this sequence on do not start. */
  readonly heldFromSequence: number | undefined;
  /** All submissions ever, by sequence. */
  readonly submissions: SortedMap<number, Submission>;
  /** Sequence of the latest submission of each pull request, by number. */
  readonly latestByNumber: SortedMap<number, number>;
  /** Sequences of what left the queue, in that order, numbered from 1. */
  readonly concluded: SortedMap<number, number>;
  /** Test runs ever, by id. */
  readonly testRuns: SortedMap<string, TestRun>;
  /** Targets that were reported, by pull request. */
  readonly impactedTargets: SortedMap<number, ImpactedTargets>;
  /** Sequences of what waits, `not_ready` and `pending`, by turn. */
  readonly waiting: SortedMap<string, number>;
  /** The part of {@link waiting} that may start as soon as its turn comes. */
  readonly ready: SortedMap<string, number>;
  /** What has started and has not left, in the order in which it merges. */
  readonly line: readonly LineEntry[];
  /** Places in the line given away so far. */
  readonly places: number;
  /** When the batch that is being collected starts at the latest; undefined: none is waiting for time. */
  readonly batchDueAtMs: number | undefined;
  /** When something happens by itself next: a run times out, or a batch has waited long enough. */
  readonly dueAtMs: number | undefined;
  readonly totals: QueueTotals;
}

/** All that the local service knows. A value: it is replaced, never changed. */
export interface EngineState {
  /** What identifiers are derived from, together with a counter. */
  readonly seed: string;
  /** Identifiers made so far. */
  readonly identifiers: number;
  /** When the last event happened; time never goes back. Milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** By identity key, so that two spellings of one repository mean one queue. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Pull requests by repository (`host/owner/name` in lower case, NFC), then by number. */
  readonly pullRequests: ReadonlyMap<string, SortedMap<number, HostPullRequest>>;
  /** How often the queues have merged into a branch, by identity key of repository and branch; absent: never. */
  readonly branchVersions: ReadonlyMap<string, number>;
  /** What CI has told, by repository like {@link pullRequests}. */
  readonly trackedEvents: ReadonlyMap<string, TrackedEvents>;
}

/** Makes the state of a service in which nothing has happened. @param seed - what identifiers are derived from */
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

/** What a repository's CI has told. */
export interface TrackedEvents {
  /** In the spelling of the first upload. */
  readonly repo: Repository;
  /** Latest version of each event, by position: 1 is the event that was heard of first. */
  readonly events: SortedMap<number, TrackedEvent>;
  /** Position of each event, by the event's id. */
  readonly positions: SortedMap<string, number>;
  /** Latest description of each sequence, by its key. */
  readonly sequences: SortedMap<string, EventSequence>;
}

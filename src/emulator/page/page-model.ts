import type { CheckConclusion } from "../engine/engine-state";

/*
 * What `/page.json` answers: everything the page shows, cut to what a person can read. Texts come from outside
 * and are data, never markup. All times are milliseconds since 1970 (UTC) by the service's clock.
 */

/** A pull request by what people know it by. */
export interface PagePullRequest {
  /** Id of the submission: a UUID. */
  readonly id: string;
  readonly number: number;
  /** At most 200 characters. */
  readonly title: string;
  readonly author: string;
  /** The branch that holds its commits. */
  readonly headBranch: string;
}

/** One status that a test run waits for or has got. */
export interface PageCheck {
  readonly name: string;
  /** Whether it decides about the run; others are recorded only. */
  readonly isRequired: boolean;
  /** How it ended; undefined: not reported yet. */
  readonly conclusion?: CheckConclusion;
}

/** One test run of a place in the line. */
export interface PageRun {
  /** A UUID: what `/getMergeQueueTestingDetails` asks for. */
  readonly id: string;
  readonly status: "in_progress" | "failed" | "cancelled" | "succeeded";
  readonly testBranch: string;
  readonly startedAtMs: number;
  readonly concludedAtMs?: number;
  readonly timesOutAtMs: number;
  /** Numbers of the pull requests it tests, if it is one half of a batch that is bisected. */
  readonly numbers?: readonly number[];
  /** Required ones first. */
  readonly checks: readonly PageCheck[];
  /** How many more checks there are. */
  readonly moreChecks: number;
}

/** One place in the line: a pull request, or a batch of them, that is tested or was. */
export interface PageEntry {
  /** Stays the same as long as the place exists. */
  readonly id: string;
  readonly state: "testing" | "bisecting" | "pending_failure" | "tests_passed";
  readonly isBatch: boolean;
  /** In the order in which they would merge. */
  readonly pullRequests: readonly PagePullRequest[];
  readonly morePullRequests: number;
  /** Numbers of the pull requests that it is tested on top of. */
  readonly onTopOf: readonly number[];
  readonly moreOnTopOf: number;
  /** Why it is where it is, as sentences about all of it; empty: its state says everything. */
  readonly reason: string;
  /** The latest run, or the ones of a bisection. */
  readonly runs: readonly PageRun[];
}

/** A pull request that waits for its turn. */
export interface PageWaiting extends PagePullRequest {
  readonly state: "not_ready" | "pending";
  /** Word for its priority. */
  readonly priority: string;
  /** How many ready ones start before it, and itself; undefined: it is not ready, and has no place. */
  readonly place?: number;
  readonly skipTheLine: boolean;
  readonly noBatch: boolean;
  /** Why it waits: a sentence. */
  readonly reason: string;
  readonly submittedAtMs: number;
}

/** A pull request that left the queue. */
export interface PageConcluded extends PagePullRequest {
  readonly state: "merged" | "failed" | "cancelled";
  /** Why: a sentence. */
  readonly reason: string;
  /** Its latest test run, if it failed. */
  readonly testRunId?: string;
  readonly submittedAtMs: number;
  readonly concludedAtMs: number;
}

/** One setting, for people. */
export interface PageSetting {
  /** Name on the wire. */
  readonly name: string;
  /** With its unit. */
  readonly value: string;
}

/** What the list of queues shows of each. */
export interface PageSummary {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly host: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** Its state; `failing`: it runs, and what left it last failed, or something in its line has. */
  readonly look: "running" | "paused" | "draining" | "switching_modes" | "failing";
  /** Pull requests that have started and not left. */
  readonly inLine: number;
  readonly waitingTotal: number;
  /** When the one that waits longest was submitted; undefined: nothing waits. */
  readonly oldestMs?: number;
}

/** One queue. */
export interface PageQueue extends PageSummary {
  /** Its id as a word of a command line. */
  readonly shellId: string;
  /** Address of its pull requests at the code host: a number belongs behind it. Undefined: not known. */
  readonly pullRequestsUrl?: string;
  /** What that means for the pull requests: a sentence. Empty while it runs. */
  readonly stateNote: string;
  readonly settings: readonly PageSetting[];
  /** Places in the line whose tests run: what counts towards `concurrency`. */
  readonly running: number;
  readonly concurrency: number;
  /** Parts of failed batches whose tests run, and how many may at once; undefined: nothing is bisected. */
  readonly bisection?: { readonly running: number; readonly concurrency: number };
  readonly mergedTotal: number;
  readonly failedTotal: number;
  readonly cancelledTotal: number;
  /** From the head of the line. */
  readonly line: readonly PageEntry[];
  /** How many more places the line has. */
  readonly moreLine: number;
  /** In the order of their turn. */
  readonly waiting: readonly PageWaiting[];
  /** Latest first. */
  readonly merged: readonly PageConcluded[];
  /** Failed and cancelled ones, latest first. */
  readonly dropped: readonly PageConcluded[];
}

/** Everything the page shows. */
export interface PageModel {
  /** Version of the page's own code: a page of another version loads itself again. */
  readonly pageVersion: string;
  /** Time of day by the service's clock. */
  readonly nowMs: number;
  /** Trouble first, then what waits longest. */
  readonly queues: readonly PageSummary[];
  /** How many more queues there are. */
  readonly moreQueues: number;
  /** The queue that was asked for, else the first one; undefined: there is none. */
  readonly shown?: PageQueue;
}

import type { CheckConclusion } from "../engine/engine-state";

/*
 * Content of `/page.json`: everything that the page shows, in readable amounts. Strings are never markup. All times are
 * milliseconds since 1970 (UTC) by the service's clock.
 */

/** How the page names a pull request. */
export interface PagePullRequest {
  /** Id of the submission: a UUID. */
  readonly id: string;
  readonly number: number;
  /** At most 200 characters. */
  readonly title: string;
  readonly author: string;
  readonly headBranch: string;
}

/** A check of a test run, reported or awaited. */
export interface PageCheck {
  readonly name: string;
  /** Whether the run depends on it. */
  readonly isRequired: boolean;
  /** How it ended; undefined: not reported yet. */
  readonly conclusion?: CheckConclusion;
}

/** A test run of an entry. */
export interface PageRun {
  /** A UUID, for `/getMergeQueueTestingDetails`. */
  readonly id: string;
  readonly status: "in_progress" | "failed" | "cancelled" | "succeeded";
  readonly testBranch: string;
  readonly startedAtMs: number;
  readonly concludedAtMs?: number;
  readonly timesOutAtMs: number;
  /** Tested pull requests, if it is part of a bisection. */
  readonly numbers?: readonly number[];
  /** Required ones first. */
  readonly checks: readonly PageCheck[];
  /** Number of checks not shown. */
  readonly moreChecks: number;
}

/** An entry of the line: a pull request or a batch. */
export interface PageEntry {
  readonly id: string;
  readonly state: "testing" | "bisecting" | "pending_failure" | "tests_passed";
  readonly isBatch: boolean;
  /** In merge order. */
  readonly pullRequests: readonly PagePullRequest[];
  readonly morePullRequests: number;
  /** Numbers of the pull requests that it is tested on top of. */
  readonly onTopOf: readonly number[];
  readonly moreOnTopOf: number;
  /** Why it is in this state; empty: the state says everything. */
  readonly reason: string;
  /** The latest run, or the runs of a bisection. */
  readonly runs: readonly PageRun[];
}

/** A waiting pull request. */
export interface PageWaiting extends PagePullRequest {
  readonly state: "not_ready" | "pending";
  readonly priority: string;
  /** Its place among the ready ones, from 1; undefined: it is not ready. */
  readonly place?: number;
  readonly skipTheLine: boolean;
  readonly noBatch: boolean;
  /** Why it waits, in one sentence. */
  readonly reason: string;
  readonly submittedAtMs: number;
}

/** A pull request that left the queue. */
export interface PageConcluded extends PagePullRequest {
  readonly state: "merged" | "failed" | "cancelled";
  /** Why, in one sentence. */
  readonly reason: string;
  /** Its latest test run, if it failed. */
  readonly testRunId?: string;
  readonly submittedAtMs: number;
  readonly concludedAtMs: number;
}

/** A setting. */
export interface PageSetting {
  /** Name on the wire. */
  readonly name: string;
  /** With its unit. */
  readonly value: string;
}

/** An item of the list of queues. */
export interface PageSummary {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly host: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** Its state; `failing`: it runs, but the last pull request that left, or one in the line, has failed. */
  readonly status: "running" | "paused" | "draining" | "switching_modes" | "failing";
  /** Number of pull requests in the line. */
  readonly inLine: number;
  readonly waitingTotal: number;
  /** When the oldest waiting one was submitted; undefined: none is waiting. */
  readonly oldestMs?: number;
}

/** The shown queue. */
export interface PageQueue extends PageSummary {
  /** Its id, quoted for a shell. */
  readonly shellId: string;
  /** Address of its pull requests at the code host, to be followed by a number. */
  readonly pullRequestsUrl?: string;
  /** What its status means for pull requests; empty while it runs. */
  readonly stateNote: string;
  readonly settings: readonly PageSetting[];
  /** Entries being tested, which count towards `concurrency`. */
  readonly running: number;
  readonly concurrency: number;
  /** Runs of bisections, in progress and allowed; undefined: there is no bisection. */
  readonly bisection?: { readonly running: number; readonly concurrency: number };
  readonly mergedTotal: number;
  readonly failedTotal: number;
  readonly cancelledTotal: number;
  /** From the head of the line. */
  readonly line: readonly PageEntry[];
  /** Number of entries not shown. */
  readonly moreLine: number;
  /** In turn order. */
  readonly waiting: readonly PageWaiting[];
  /** Latest first. */
  readonly merged: readonly PageConcluded[];
  /** Failed and cancelled ones, latest first. */
  readonly dropped: readonly PageConcluded[];
}

/** Everything the page shows. */
export interface PageModel {
  /** Version of the page's code; a page of another version reloads. */
  readonly pageVersion: string;
  /** Time of the service's clock. */
  readonly nowMs: number;
  /** Trouble first, then by longest wait. */
  readonly queues: readonly PageSummary[];
  /** Number of queues not listed. */
  readonly moreQueues: number;
  /** The requested queue, else the first; undefined: there is none. */
  readonly shown?: PageQueue;
}

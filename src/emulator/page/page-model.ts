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
  /** Why it is where it is: a sentence. */
  readonly reason: string;
  /** The latest run, or the ones of a bisection. */
  readonly runs: readonly PageRun[];
}

/** A pull request that waits for its turn. */
export interface PageWaiting extends PagePullRequest {
  readonly state: "not_ready" | "pending";
  /** Word for its priority. */
  readonly priority: string;
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

/** One queue. */
export interface PageQueue {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly host: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  readonly state: "running" | "paused" | "draining" | "switching_modes";
  /** What that means for the pull requests: a sentence. Empty while it runs. */
  readonly stateNote: string;
  readonly settings: readonly PageSetting[];
  /** Places in the line whose tests run: what counts towards `concurrency`. */
  readonly running: number;
  readonly concurrency: number;
  /** Pull requests that have started and not left. */
  readonly inLine: number;
  readonly waitingTotal: number;
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
  /** In the order of their ids. */
  readonly queues: readonly PageQueue[];
  /** How many more queues there are. */
  readonly moreQueues: number;
}

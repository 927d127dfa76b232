import type { PullRequestState } from "./pull-request-state";
import type { TestRunStatus } from "./test-run-words";

/** What a colour says about an object: it is well, is being tested, is held back, has failed, or is idle. */
export type Tone = "good" | "busy" | "held" | "bad" | "still";

type Other = "running" | "paused" | "draining" | "switching_modes" | "bisecting" | "failing" | "behind";

/** The tone of each state of a queue, a pull request or a test run. A state has the same tone everywhere. */
export const STATE_TONES = {
  running: "good",
  merged: "good",
  tests_passed: "good",
  succeeded: "good",
  testing: "busy",
  in_progress: "busy",
  bisecting: "busy",
  behind: "held",
  paused: "held",
  draining: "held",
  switching_modes: "held",
  not_ready: "held",
  failing: "bad",
  failed: "bad",
  pending_failure: "bad",
  pending: "still",
  cancelled: "still",
} as const satisfies Readonly<Record<PullRequestState | TestRunStatus | Other, Tone>>;

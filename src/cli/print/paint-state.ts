import type { PullRequestState } from "../../queue/pull-request-state";
import type { TestRunStatus } from "../../queue/test-run-words";
import type { Cell } from "../../report/terminal/print-table";
import type { Tone, View } from "../../report/terminal/view";
import { toCell } from "../../text/to-cell";

type QueueState = "running" | "paused" | "draining" | "switching_modes";

const TONES: Readonly<Record<PullRequestState | TestRunStatus | QueueState, Tone>> = {
  not_ready: "faint",
  pending: "faint",
  testing: "busy",
  tests_passed: "good",
  merged: "good",
  failed: "bad",
  cancelled: "faint",
  pending_failure: "bad",
  in_progress: "busy",
  succeeded: "good",
  running: "good",
  paused: "bad",
  draining: "busy",
  switching_modes: "busy",
};

/** Writes a state of a queue, pull request or test run in its colour; unknown states have none. */
export function toStateCell(state: string | undefined, view: View): Cell {
  const text = toCell(state ?? "-");
  const tone = Object.hasOwn(TONES, text) ? TONES[text as keyof typeof TONES] : undefined;
  return tone === undefined ? text : { text, paint: (shown) => view.paint(tone, shown) };
}

/** As {@link toStateCell}, as a string. */
export function paintState(state: string | undefined, view: View): string {
  const cell = toStateCell(state, view);
  return typeof cell === "string" ? cell : (cell.paint?.(cell.text) ?? cell.text);
}

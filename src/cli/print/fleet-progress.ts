import type { FleetProgress } from "../../reconcile/plan/fleet-progress";
import type { FleetAction } from "../../reconcile/plan/prepared-plan";
import type { CommandContext } from "../command-context";
import { toCell } from "./to-cell";
import type { View } from "./view";

/** How often a line on a terminal is rewritten at most, in milliseconds: what is quick is never shown. */
const REWRITE_MS = 200;

/** How often a line is written elsewhere, in milliseconds: a log shows that something goes on, and little else. */
const LINE_MS = 10_000;

/** What is done to a queue, before and afterwards. */
const WORDS: Readonly<Record<FleetAction, { readonly begun: string; readonly done: string }>> = {
  create: { begun: "creating", done: "created" },
  update: { begun: "changing", done: "changed" },
  delete: { begun: "destroying", done: "destroyed" },
  forget: { begun: "leaving as it is", done: "left as it is" },
  none: { begun: "", done: "" },
};

const PHASES: Readonly<Record<FleetProgress["phase"], string>> = {
  read: "Reading queues",
  check: "Checking that nothing has moved",
  apply: "Applying",
};

/** Shows how a task on many queues goes on. */
export interface FleetProgressView {
  /** Takes every step. */
  readonly show: (progress: FleetProgress) => void;
  /** Removes the line that is being rewritten, so that other text begins on a line of its own. */
  readonly end: () => void;
  /** Answers how many queues are being changed now. */
  readonly countRunning: () => number;
}

/**
 * Makes a progress. What is done to a queue is a line as soon as it is done. How far reading is, is one line on a
 * terminal, rewritten; elsewhere one line every ten seconds.
 * @param writeLine - takes the lines about single queues
 */
export function createFleetProgress(
  { terminal, writeError, clock }: Pick<CommandContext, "terminal" | "writeError" | "clock">,
  writeLine: (line: string) => void,
  view: View,
): FleetProgressView {
  const intervalMs = terminal.isError ? REWRITE_MS : LINE_MS;
  let shownAtMs = clock.now();
  let isLineOpen = false;
  let running = 0;

  const end = (): void => {
    if (isLineOpen) writeError("\r\u001b[K");
    isLineOpen = false;
  };
  const showCount = ({ phase, ended, total }: FleetProgress): void => {
    shownAtMs = clock.now();
    const line = `${PHASES[phase]}: ${ended} of ${total}`;
    writeError(terminal.isError ? `\r\u001b[K${line}` : `${line}\n`);
    isLineOpen = terminal.isError;
  };
  return {
    show: (progress) => {
      if (progress.phase === "apply") running += progress.event === "begun" ? 1 : -1;
      const line = describeStep(progress, view);
      // A line that had to give way comes back below the other one.
      const isDue = clock.now() - shownAtMs >= intervalMs || (line !== undefined && isLineOpen);
      if (line !== undefined) {
        end();
        writeLine(line);
      }
      if (isDue && progress.ended < progress.total) showCount(progress);
    },
    end,
    countRunning: () => running,
  };
}

/** Answers the line that a step of an apply is worth; undefined for all others. */
function describeStep({ phase, event, id, action, failure }: FleetProgress, view: View): string | undefined {
  if (phase !== "apply" || action === undefined || action === "none") return undefined;
  switch (event) {
    case "begun":
      // It may wait for an hour until the queue is empty.
      return action === "delete" ? `${toCell(id)}: ${WORDS[action].begun}…\n` : undefined;
    case "done":
      return `${toCell(id)}: ${view.paint("good", WORDS[action].done)}\n`;
    case "failed":
      // What an interrupt has cut off is counted at the end.
      if (failure?.code === "interrupted") return undefined;
      return `${toCell(id)}: ${view.paint("bad", "failed")}, ${failure?.code ?? "not begun"}\n`;
  }
}

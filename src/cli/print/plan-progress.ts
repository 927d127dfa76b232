import type { TaskAction } from "../../plan/plan";
import type { PlanProgress } from "../../plan/read-queues";
import type { View } from "../../report/view";
import { toCell } from "../../text/to-cell";
import type { CommandContext } from "../command-session";
import { createView } from "./create-view";

/** Milliseconds between updates of the line on a terminal. Work that ends sooner shows no line. */
const REWRITE_MS = 200;

/** Milliseconds between lines if the output is not a terminal. */
const LINE_MS = 10_000;

const DONE: Readonly<Record<Exclude<TaskAction, "none">, string>> = {
  create: "created",
  update: "changed",
  delete: "destroyed",
  forget: "left as it is",
};

const PHASES: Readonly<Record<PlanProgress["phase"], string>> = {
  read: "Reading queues",
  check: "Checking that nothing has changed",
  apply: "Applying",
};

export interface PlanProgressView {
  readonly show: (progress: PlanProgress) => void;
  readonly end: () => void;
  readonly countRunning: () => number;
}

/** Shows a count, and a line for each finished queue. `changed` says how queues were updated: `paused` */
export function createPlanProgress(
  context: CommandContext,
  writeLine: (line: string) => void = () => undefined,
  changed: string = DONE.update,
): PlanProgressView {
  const { terminal, writeNote, clock } = context;
  const view = createView(context);
  let shownAtMs = clock.now();
  let isLineOpen = false;
  let running = 0;
  const end = (): void => {
    if (isLineOpen) writeNote("\r\u001b[K");
    isLineOpen = false;
  };
  return {
    show: (progress) => {
      const { phase, event, ended, total } = progress;
      if (phase === "apply" && event !== "held") running += event === "begun" ? 1 : -1;
      const line = describeStep(progress, view, changed);
      // Show the count again below the new line.
      const isHidden = line !== undefined && isLineOpen;
      if (line !== undefined) {
        end();
        writeLine(line);
      }
      const intervalMs = terminal.isError ? REWRITE_MS : LINE_MS;
      if (ended >= total || (!isHidden && clock.now() - shownAtMs < intervalMs)) return;
      shownAtMs = clock.now();
      const count = `${PHASES[phase]}: ${ended} of ${total}`;
      writeNote(terminal.isError ? `\r\u001b[K${count}` : `${count}\n`);
      isLineOpen = terminal.isError;
    },
    end,
    countRunning: () => running,
  };
}

function describeStep(
  { phase, event, id, action, failure, notice }: PlanProgress,
  view: View,
  changed: string,
): string | undefined {
  if (phase !== "apply" || action === undefined || action === "none") return undefined;
  switch (event) {
    case "begun":
      // Draining the queue may take an hour.
      return action === "delete" ? `${toCell(id)}: destroying…\n` : undefined;
    case "held":
      return `${toCell(id)}: still destroying. ${toCell(notice ?? "")}\n`;
    case "done":
      return `${toCell(id)}: ${view.paint("good", action === "update" ? changed : DONE[action])}\n`;
    case "failed":
      // The end of the apply counts interrupted requests.
      if (failure?.code === "interrupted") return undefined;
      return `${toCell(id)}: ${view.paint("bad", "failed")}, ${failure?.code.replaceAll("_", " ") ?? "not begun"}\n`;
  }
}

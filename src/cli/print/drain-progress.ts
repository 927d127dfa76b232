import type { PullRequest } from "../../api/pull-request";
import type { CommandContext } from "../command-context";
import { getColumns } from "./get-columns";
import { measureWidth } from "./print-table";
import { toCell } from "./to-cell";

/** States that are told by number: what is being worked on, and what keeps a queue from ever getting empty. */
const NAMED: readonly string[] = ["testing", "tests_passed", "pending_failure", "not_ready"];

/** More numbers than these are only counted. */
const MOST_LISTED = 12;

/** Shows what is left of a queue that drains. */
export interface DrainProgress {
  /** Shows it; where nothing has changed, nothing is shown. */
  readonly show: (left: readonly PullRequest[]) => void;
  /** Ends the line that is being rewritten, so that other text begins on a line of its own. */
  readonly end: () => void;
}

/** Makes a progress: on a terminal one line that is rewritten, elsewhere one line a change. */
export function createDrainProgress(
  context: Pick<CommandContext, "terminal" | "environment" | "writeError">,
): DrainProgress {
  const { terminal, writeError } = context;
  let shown: string | undefined;
  return {
    show: (left) => {
      const line = describeLeft(left);
      if (line === shown) return;
      shown = line;
      writeError(terminal.isError ? `\r\u001b[K${cut(line, getColumns(context, "isError"))}` : `${line}\n`);
    },
    end: () => {
      if (terminal.isError && shown !== undefined) writeError("\n");
    },
  };
}

/** Writes what is left and what is going on: `4 left: testing #7, #8; not_ready #9; 1 waiting`. */
export function describeLeft(left: readonly PullRequest[]): string {
  const named = left.filter(({ state }) => NAMED.includes(state ?? ""));
  const states = [...new Set(named.map(({ state }) => state ?? ""))];
  const groups = states.map((state) => {
    const numbers = named.filter((each) => each.state === state).map(({ prNumber }) => `#${prNumber}`);
    const more = numbers.length > MOST_LISTED ? ` and ${numbers.length - MOST_LISTED} more` : "";
    return `${toCell(state)} ${numbers.slice(0, MOST_LISTED).join(", ")}${more}`;
  });
  const waiting = left.length - named.length;
  if (waiting > 0) groups.push(`${waiting} waiting`);
  return `${left.length} left: ${groups.join("; ")}`;
}

/** A line that is longer than the terminal is wide could not be rewritten. */
function cut(line: string, columns: number): string {
  return measureWidth(line) < columns ? line : `${line.slice(0, columns - 2)}…`;
}

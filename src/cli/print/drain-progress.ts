import stringWidth from "string-width";
import type { PullRequest } from "../../api/pull-request";
import type { CommandContext } from "../command-context";
import { toCell } from "./to-cell";
import { getColumns } from "./view";

/** States whose pull requests are listed by number: those in progress, and those that keep the queue from becoming empty. */
const NAMED: readonly string[] = ["testing", "tests_passed", "pending_failure", "not_ready"];

/** Numbers listed of each state; the rest are counted. */
const MOST_LISTED = 12;

/** Shows what is left of a draining queue. */
export interface DrainProgress {
  /** Shows what is left, if that has changed. */
  readonly show: (left: readonly PullRequest[]) => void;
  /** Ends the line that is being rewritten, so that other text begins on a new line. */
  readonly end: () => void;
}

/** Makes a progress display: on a terminal one line that is rewritten, elsewhere one line for each change. */
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

/** Writes what is left: `4 left: testing #7, #8; not_ready #9; 1 waiting`. */
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

/** A line longer than the terminal is wide could not be rewritten. */
function cut(line: string, columns: number): string {
  return stringWidth(line) < columns ? line : `${line.slice(0, columns - 2)}…`;
}

import stringWidth from "string-width";
import { toCell } from "../../text/to-cell";
import type { CommandContext } from "../command-session";
import { getColumns } from "./columns";

export interface StatusLine {
  /** Shows a line if it, or on a terminal the time that it has taken so far, has changed. */
  readonly show: (line: string, elapsed?: string) => void;
  readonly warn: (message: string) => void;
  /** Ends the line that is being rewritten, so that other text begins on a new line. */
  readonly end: () => void;
}

/** On a terminal one line, elsewhere one a change. `repeatMs`: repeats unchanged ones. Default: never */
export function createStatusLine(
  context: Pick<CommandContext, "terminal" | "environment" | "writeError" | "writeNote" | "clock">,
  repeatMs: number = Number.POSITIVE_INFINITY,
): StatusLine {
  const { terminal, writeError, writeNote, clock } = context;
  let shown: string | undefined;
  let shownAtMs = 0;
  return {
    show: (line, elapsed) => {
      const text = elapsed === undefined ? line : `${line} (${elapsed})`;
      const current = terminal.isError ? text : line;
      if (current === shown && clock.now() - shownAtMs < repeatMs) return;
      shown = current;
      shownAtMs = clock.now();
      writeNote(
        terminal.isError ? `\r\u001b[K${cutLine(text, getColumns(context, "isError"))}` : `${text}\n`,
      );
    },
    warn: (text) => {
      writeError(`${terminal.isError && shown !== undefined ? "\r\u001b[K" : ""}Warning: ${toCell(text)}\n`);
      shown = undefined;
    },
    end: () => {
      if (terminal.isError && shown !== undefined) writeNote("\n");
    },
  };
}

/** Shortens a line: one that is longer than the terminal is wide could not be rewritten. */
export function cutLine(line: string, columns: number): string {
  return stringWidth(line) < columns ? line : `${line.slice(0, columns - 2)}…`;
}

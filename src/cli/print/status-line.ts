import { cutToWidth } from "../../report/print-table";
import { toCell } from "../../text/to-cell";
import type { CommandContext } from "../command-session";
import { getColumns } from "./create-view";

export interface StatusLine {
  /** Shows a line if it has changed or, on a terminal, if `elapsed` has changed. */
  readonly show: (line: string, elapsed?: string) => void;
  readonly warn: (message: string) => void;
  /** Ends the rewritten line, so that other text begins on a new line. */
  readonly end: () => void;
}

/** On a terminal, rewrites one line. Elsewhere, adds a line if it has changed, or after `repeatMs`. */
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
      // A terminal cannot rewrite a line that is wider.
      const fitting = cutToWidth(text, getColumns(context, "isError") - 1);
      writeNote(terminal.isError ? `\r\u001b[K${fitting}` : `${text}\n`);
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

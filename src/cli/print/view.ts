import type { CommandContext } from "../command-context";
import { getColumns, tryGetColumns } from "./get-columns";

/** Colours that the printers use, by what they mean. */
const CODES = { good: 32, bad: 31, busy: 33, faint: 2 } as const;

/** What a colour means. */
export type Tone = keyof typeof CODES;

/** Code that ends each colour. */
const RESET: Readonly<Record<Tone, number>> = { good: 39, bad: 39, busy: 39, faint: 22 };

/** How something is shown to the person who runs the command. */
export interface View {
  /** Width in columns. Infinite where output goes elsewhere and `COLUMNS` is not set, so that no text is cut. */
  readonly columns: number;
  /** The date, for what is told relative to it: milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Colours a text, where colours are wanted. */
  readonly paint: (tone: Tone, text: string) => string;
}

/**
 * Makes the view of what goes to standard output. There are colours on a terminal only, and none where `NO_COLOR`
 * is set or the terminal is `dumb`.
 */
export function createView({
  terminal,
  environment,
  nowMs,
}: Pick<CommandContext, "terminal" | "environment" | "nowMs">): View {
  const hasColors = terminal.isOut && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  return {
    columns: terminal.isOut
      ? getColumns({ terminal, environment }, "isOut")
      : (tryGetColumns({ terminal, environment }, "isOut") ?? Number.POSITIVE_INFINITY),
    nowMs: nowMs(),
    paint: (tone, text) => (hasColors ? `\u001b[${CODES[tone]}m${text}\u001b[${RESET[tone]}m` : text),
  };
}

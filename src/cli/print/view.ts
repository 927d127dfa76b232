import { styleText } from "node:util";
import type { CommandContext } from "../command-session";

const STYLES = { good: "green", bad: "red", busy: "yellow", faint: "dim" } as const;

/** What a colour means. */
export type Tone = keyof typeof STYLES;

const DEFAULT_COLUMNS = 80;

type Surroundings = Pick<CommandContext, "terminal" | "environment">;

type Stream = "isOut" | "isError";

/** How output looks to the person who runs the command. */
export interface View {
  /** Width in columns. Infinite where output goes elsewhere and `COLUMNS` is not set, so that no text is cut. */
  readonly columns: number;
  /** The date, for relative times: milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Colours a text, if colours are wanted. */
  readonly paint: (tone: Tone, text: string) => string;
}

/**
 * Makes the view of standard output. There are colours only on a terminal, and none if `NO_COLOR` is set or the terminal
 * is `dumb`.
 */
export function createView(context: Surroundings & Pick<CommandContext, "nowMs">): View {
  const { terminal, environment } = context;
  const hasColors = terminal.isOut && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  return {
    columns: terminal.isOut
      ? getColumns(context, "isOut")
      : (tryGetColumns(context, "isOut") ?? Number.POSITIVE_INFINITY),
    nowMs: context.nowMs(),
    paint: (tone, text) => (hasColors ? styleText(STYLES[tone], text, { validateStream: false }) : text),
  };
}

/** Returns the width of a stream: that of its terminal, else `COLUMNS`, else 80 columns. */
export function getColumns(context: Surroundings, stream: Stream): number {
  return tryGetColumns(context, stream) ?? DEFAULT_COLUMNS;
}

/** As {@link getColumns}; undefined if neither a terminal nor `COLUMNS` gives a width. */
export function tryGetColumns({ terminal, environment }: Surroundings, stream: Stream): number | undefined {
  if (terminal[stream] && terminal.columns !== undefined) return terminal.columns;
  const columns = Number(environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

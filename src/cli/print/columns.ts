import type { CommandContext } from "../command-session";

type Surroundings = Pick<CommandContext, "terminal" | "environment">;

const DEFAULT_COLUMNS = 80;

/** Returns the width of a stream: that of its terminal, else `COLUMNS`, else 80 columns. */
export function getColumns(surroundings: Surroundings, stream: "isOut" | "isError"): number {
  return tryGetColumns(surroundings, stream) ?? DEFAULT_COLUMNS;
}

/** As {@link getColumns}; undefined if neither a terminal nor `COLUMNS` gives a width. */
export function tryGetColumns(
  { terminal, environment }: Surroundings,
  stream: "isOut" | "isError",
): number | undefined {
  if (terminal[stream] && terminal.columns !== undefined) return terminal.columns;
  const columns = Number(environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

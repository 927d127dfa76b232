import type { CommandContext } from "../command-context";

/** Width where nothing tells another one. */
const DEFAULT_COLUMNS = 80;

/** A standard stream, as `Terminal` names it. */
type Stream = "isOut" | "isError";

/** Answers how wide a stream is laid out: as its terminal is, else as `COLUMNS` says, else 80 columns. */
export function getColumns(
  context: Pick<CommandContext, "terminal" | "environment">,
  stream: Stream,
): number {
  return tryGetColumns(context, stream) ?? DEFAULT_COLUMNS;
}

/** As {@link getColumns}; undefined where neither a terminal nor `COLUMNS` tells. */
export function tryGetColumns(
  { terminal, environment }: Pick<CommandContext, "terminal" | "environment">,
  stream: Stream,
): number | undefined {
  if (terminal[stream] && terminal.columns !== undefined) return terminal.columns;
  const columns = Number(environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

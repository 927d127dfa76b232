import { styleText } from "node:util";
import { printJson } from "../../report/print-json";
import { TONE_STYLES, type View } from "../../report/view";
import { toWireShape } from "../../wire/additional-fields";
import type { CommandContext, CommandSession } from "../command-session";

type Surroundings = Pick<CommandContext, "terminal" | "environment">;
type Stream = "isOut" | "isError";

const DEFAULT_COLUMNS = 80;

/** Returns the columns of a stream's terminal, or else the value of `COLUMNS`, or else 80. */
export function getColumns(surroundings: Surroundings, stream: Stream): number {
  return tryGetColumns(surroundings, stream) ?? DEFAULT_COLUMNS;
}

/** Like {@link getColumns}, but returns undefined if neither a terminal nor `COLUMNS` gives a width. */
export function tryGetColumns({ terminal, environment }: Surroundings, stream: Stream): number | undefined {
  if (terminal[stream] && terminal.columns !== undefined) return terminal.columns;
  const columns = Number(environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

/** Makes a view of standard output. A terminal shows colours, except with `NO_COLOR` or `TERM=dumb`. */
export function createView(context: Surroundings & Pick<CommandContext, "nowMs">): View {
  const { terminal, environment } = context;
  const hasColors = terminal.isOut && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  return {
    columns: terminal.isOut
      ? getColumns(context, "isOut")
      : (tryGetColumns(context, "isOut") ?? Number.POSITIVE_INFINITY),
    nowMs: context.nowMs(),
    paint: (tone, text) => (hasColors ? styleText(TONE_STYLES[tone], text, { validateStream: false }) : text),
  };
}

export function writeResult(
  { context, write }: CommandSession,
  { json }: { readonly json?: boolean },
  result: unknown,
  print: (view: View) => string,
): void {
  write(json === true ? printJson(toWireShape(result)) : print(createView(context)));
}

import { styleText } from "node:util";
import { printJson } from "../../report/print-json";
import { TONE_STYLES, type View } from "../../report/view";
import { toWireShape } from "../../wire/additional-fields";
import type { CommandContext, CommandSession } from "../command-session";
import { getColumns, tryGetColumns } from "./columns";

/** Makes a view of standard output, coloured on a terminal that is not `dumb`, unless `NO_COLOR` is set. */
export function createView(context: Pick<CommandContext, "terminal" | "environment" | "nowMs">): View {
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

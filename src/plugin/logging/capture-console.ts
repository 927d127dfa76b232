import { format } from "node:util";

/** A console, of which only what prints is used here. */
export type PrintingConsole = Partial<Record<PrintingMethod, (...values: never[]) => unknown>>;

/** Where a captured console prints. */
export interface ConsoleStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The methods that print, by the stream that Node.js prints them on. */
const METHODS = {
  stdout: [
    "count",
    "debug",
    "dir",
    "dirxml",
    "group",
    "groupCollapsed",
    "info",
    "log",
    "table",
    "timeEnd",
    "timeLog",
  ],
  stderr: ["assert", "error", "trace", "warn"],
} as const;

type PrintingMethod = (typeof METHODS)["stdout" | "stderr"][number];

/**
 * Makes a console print on streams that have been captured. Node's own does so by itself; other runtimes' write to the
 * file descriptors, past everything that captures them (rules G-03 and G-21). Layout is not kept: a group is not
 * indented, and a table is one line.
 * @param host - whose streams are used; they are not touched before something is printed
 */
export function captureConsole(console: PrintingConsole, host: ConsoleStreams): void {
  for (const stream of ["stdout", "stderr"] as const) {
    for (const method of METHODS[stream]) {
      console[method] = (...values: readonly unknown[]) => {
        if (method === "assert" && Boolean(values[0])) return;
        host[stream].write(`${format(...values)}\n`);
      };
    }
  }
}

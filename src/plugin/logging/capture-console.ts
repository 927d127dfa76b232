import { format } from "node:util";

/** The printing methods of a console. */
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
 * Makes a console print to the captured streams. Node's own console does so already; those of other runtimes write to
 * the file descriptors directly (rules G-03 and G-21). Layout is lost: groups are not indented, a table is one line.
 * @param host - owner of the streams, which are not touched before something is printed
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

import { inspect } from "node:util";
import { createRedactor, type Redactor } from "../text/create-redactor";
import { escapeControl } from "../text/escape-control";
import type { ProcessHost } from "./lifecycle/process-host";
import { type CapturedOutput, captureConsole, captureOutput } from "./logging/capture-output";

export interface PluginRuntime {
  readonly host: ProcessHost;
  /** The real output streams. The streams that other code sees are captured. */
  readonly output: CapturedOutput;
  readonly redactor: Redactor;
}

/**
 * Prepares the process to be a plugin, then loads the other code. What that code prints cannot precede the
 * handshake, and users see every crash. An entry file must import only this file statically (README.md).
 */
export function startPlugin(host: ProcessHost, load: (runtime: PluginRuntime) => Promise<void>): void {
  const output = captureOutput(host);
  captureConsole(console, host);
  const redactor = createRedactor();
  reportCrashes(host, output, redactor);
  // A rejection is reported like any other crash.
  void load({ host, output, redactor });
}

const CRASH_EXIT_CODE = 2;

/** After a crash, prints a report that Terraform shows to users, then ends the process. */
export function reportCrashes(host: ProcessHost, output: CapturedOutput, redactor: Redactor): void {
  let hasCrashed = false;
  const crash = (error: unknown): void => {
    // Later failures are consequences of the first.
    if (hasCrashed) return;
    hasCrashed = true;
    output.writeError(formatPanic(error, (text) => redactor.redact(text)));
    host.exit(CRASH_EXIT_CODE);
  };
  host.on("uncaughtException", crash);
  host.on("unhandledRejection", crash);
}

/** Number of lines that Terraform shows of a plugin's crash. */
const MAX_LINES = 100;

/** Maximum length of a printed line. A crash shows a line of code, and the whole bundle may be one line. */
const MAX_LINE_LENGTH = 1000;

/** Formats the crash report. It starts with `panic: `, so that Terraform shows it without any log setting. */
export function formatPanic(error: unknown, redact: (text: string) => string): string {
  const lines = escapeControl(redact(describe(error)))
    .split("\n")
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  const [first = "", ...others] = lines;
  // Terraform parses every line as a log line; a JSON object of another shape would crash it.
  const safe = others.map((line) => (line.trimStart().startsWith("{") ? `| ${line}` : line));
  return `${[`panic: ${first}`, ...safe].join("\n")}\n`;
}

function describe(error: unknown): string {
  try {
    // A truncated string may end in half a secret, which the redactor would not recognize.
    return inspect(error, { maxStringLength: Infinity });
  } catch {
    return "an error that cannot be printed";
  }
}

import { createRedactor, type Redactor } from "../text/create-redactor";
import type { ProcessHost } from "./lifecycle/process-host";
import { reportCrashes } from "./lifecycle/report-crashes";
import { type CapturedOutput, captureConsole, captureOutput } from "./logging/capture-output";

/** What a plugin's process has from the start. */
export interface PluginRuntime {
  readonly host: ProcessHost;
  /** The real output streams; the visible ones are captured. */
  readonly output: CapturedOutput;
  readonly redactor: Redactor;
}

/**
 * Prepares the process to be a plugin, then loads the rest: what is loaded later cannot write before the
 * handshake, and users see every failure. An entry file imports nothing else statically (README.md).
 */
export function startPlugin(host: ProcessHost, load: (runtime: PluginRuntime) => Promise<void>): void {
  const output = captureOutput(host);
  captureConsole(console, host);
  const redactor = createRedactor();
  reportCrashes(host, output, redactor);
  // A rejection is reported like any other crash.
  void load({ host, output, redactor });
}

import { createRedactor, type Redactor } from "../text/create-redactor";
import type { ProcessHost } from "./lifecycle/process-host";
import { reportCrashes } from "./lifecycle/report-crashes";
import { captureConsole } from "./logging/capture-console";
import { type CapturedOutput, captureOutput } from "./logging/capture-output";

/** What a plugin's process has from its first moment on. */
export interface PluginRuntime {
  readonly host: ProcessHost;
  /** The true output streams; the visible ones are captured. */
  readonly output: CapturedOutput;
  /** Hides secrets in everything that leaves the process. */
  readonly redactor: Redactor;
}

/**
 * Prepares a process to be a plugin, then loads the rest of it: nothing that is loaded later can write before
 * the handshake (rule G-03), and whatever fails is shown to users (rule G-24). An entry file imports nothing
 * but this:
 *
 * ```ts
 * startPlugin(process, async (runtime) => {
 *   const { serve } = await import("./plugin/serve");
 *   const { definition } = await import("./definition");
 *   await serve({ runtime, type: "example", definition, addresses: ["registry.terraform.io/acme/example"], version: "1.0.0" });
 * });
 * ```
 */
export function startPlugin(host: ProcessHost, load: (runtime: PluginRuntime) => Promise<void>): void {
  const output = captureOutput(host);
  captureConsole(console, host);
  const redactor = createRedactor();
  reportCrashes(host, output, redactor);
  // A rejection is reported as any other crash.
  void load({ host, output, redactor });
}

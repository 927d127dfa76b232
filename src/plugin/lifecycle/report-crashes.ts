import type { Redactor } from "../../text/create-redactor";
import type { CapturedOutput } from "../logging/capture-output";
import { formatPanic } from "./format-panic";
import type { ProcessHost } from "./process-host";

/** Exit status of a crash, as Go's. */
const CRASH_EXIT_CODE = 2;

/** Shows users what crashed the process, which Terraform otherwise hides, and ends it (rule G-24). */
export function reportCrashes(host: ProcessHost, output: CapturedOutput, redactor: Redactor): void {
  let hasCrashed = false;
  const crash = (error: unknown): void => {
    // What fails while the process ends says nothing about why.
    if (hasCrashed) return;
    hasCrashed = true;
    output.writeError(formatPanic(error, (text) => redactor.redact(text)));
    host.exit(CRASH_EXIT_CODE);
  };
  host.on("uncaughtException", crash);
  host.on("unhandledRejection", crash);
}

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

declare global {
  /** Absolute path of the directory for what is temporary; only what runs before and after all tests sees it. */
  var temporaryDirectory: string | undefined;
}

/**
 * Jest runs this before all tests: gives the run a directory of its own for what is temporary. The CDK's helpers for tests and
 * plugins that are killed leave more than a thousand directories behind, which nobody else would remove.
 */
export default function makeTemporaryDirectory(): void {
  // Short, because paths of sockets are.
  globalThis.temporaryDirectory = mkdtempSync(join(tmpdir(), "mq-"));
  process.env["TMPDIR"] = globalThis.temporaryDirectory;
}

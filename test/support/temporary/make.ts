import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundlePackages } from "./bundle-packages.cjs";

declare global {
  /** Absolute path of the directory for temporary files; only what runs before or after all tests sees it. */
  var temporaryDirectory: string | undefined;
}

/**
 * Jest runs this before all tests: gives the run its own temporary directory. The CDK's helpers for tests and
 * plugins that are killed leave more than a thousand directories behind, which would otherwise stay. Bundles
 * the packages that take long to load. Removes NODE_EXTRA_CA_CERTS, because Node.js parses its certificates
 * at each start, which can take longer than the rest of the start. Tests that need the variable set it.
 */
export default function makeTemporaryDirectory(): void {
  // Short, because paths of sockets are.
  globalThis.temporaryDirectory = mkdtempSync(join(tmpdir(), "mq-"));
  process.env["TMPDIR"] = globalThis.temporaryDirectory;
  delete process.env["NODE_EXTRA_CA_CERTS"];
  bundlePackages();
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "../../..");

/** A built provider. */
export interface BuiltProvider {
  /** Command line that starts it. */
  readonly command: readonly string[];
  /** Removes it. */
  remove(): void;
}

/** Bundles the tiny provider as a real one is bundled: one CommonJS file. */
export function buildTinyProvider(): BuiltProvider {
  const directory = mkdtempSync(join(tmpdir(), "tiny-provider-"));
  const file = join(directory, "provider.cjs");
  execFileSync(join(root, "node_modules/.bin/esbuild"), [
    join(__dirname, "tiny-provider.ts"),
    "--bundle",
    "--platform=node",
    "--target=node20",
    "--format=cjs",
    "--minify-syntax",
    "--log-level=warning",
    `--outfile=${file}`,
  ]);
  return {
    command: [process.execPath, file],
    remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

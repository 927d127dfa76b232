import { execFileSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testsBinary } from "../../support/e2e/provider-source";
import { makeScratch } from "../../support/make-scratch";

const root = join(__dirname, "../../..");

export interface BuiltProvider {
  readonly command: readonly string[];
}

/** Bundles the tiny provider like a real one, to one CommonJS file; compiled if the tests are of binaries. */
export function buildTinyProvider(): BuiltProvider {
  const file = join(tmpdir(), "tiny-provider.cjs");
  if (!existsSync(file)) bundle(file);
  const program = join(makeScratch(), "provider");
  if (testsBinary()) {
    const compiler = join(__dirname, "compile-tiny-provider.ts");
    execFileSync(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), compiler, file, program]);
  }
  return { command: testsBinary() ? [program] : [process.execPath, file] };
}

/** One bundle serves all test files of a run. Those that begin together may all make it. */
function bundle(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  execFileSync(join(root, "node_modules/.bin/esbuild"), [
    join(__dirname, "tiny-provider.ts"),
    "--bundle",
    "--platform=node",
    "--target=node20",
    "--format=cjs",
    "--minify-syntax",
    "--log-level=warning",
    `--outfile=${unfinished}`,
  ]);
  renameSync(unfinished, file);
}

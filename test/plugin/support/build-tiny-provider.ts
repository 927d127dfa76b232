import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { testsBinary } from "../../support/e2e/provider-source";
import { makeScratch } from "../../support/make-scratch";

const root = join(__dirname, "../../..");

export interface BuiltProvider {
  readonly command: readonly string[];
}

/** Bundles the tiny provider like a real one, to one CommonJS file; compiled if the tests are of binaries. */
export function buildTinyProvider(): BuiltProvider {
  const directory = makeScratch();
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
  const program = join(directory, "provider");
  if (testsBinary()) {
    const compiler = join(__dirname, "compile-tiny-provider.ts");
    execFileSync(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), compiler, file, program]);
  }
  return { command: testsBinary() ? [program] : [process.execPath, file] };
}

import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the worker with the targets of a module into one file, so that its coverage is that of everything it runs.
 * @param root - the project's root directory, absolute
 * @param targets - the module that exports TARGETS, absolute and without its extension
 * @param outFile - absolute
 */
export async function bundleWorker(root: string, targets: string, outFile: string): Promise<void> {
  const worker = join(root, "scripts/fuzz/fuzz-worker");
  await build({
    stdin: {
      contents: `import { runWorker } from ${JSON.stringify(worker)};
import { TARGETS } from ${JSON.stringify(targets)};
runWorker(TARGETS);`,
      resolveDir: root,
    },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "warning",
    outfile: outFile,
  });
}

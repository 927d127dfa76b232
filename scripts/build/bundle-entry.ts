import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { collectLicenses } from "./collect-licenses";
import type { Entry } from "./entries";

/**
 * Bundles one entry. The output holds no absolute path and no date, so that it is the same on every machine.
 * A standalone bundle gets `LICENSES.txt` beside it.
 * @param root - the project's root directory, absolute
 * @param outDirectory - stands for `dist/`, absolute
 * @returns paths, relative to the root, of all files that the bundle holds code of
 */
export async function bundleEntry(root: string, entry: Entry, outDirectory: string): Promise<string[]> {
  const outFile = join(outDirectory, entry.outFile);
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry.source],
    outfile: outFile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.18",
    charset: "utf8",
    external: [...entry.external],
    minify: entry.isStandalone,
    // Their full texts are collected instead of the scattered comments.
    legalComments: entry.isStandalone ? "none" : "eof",
    ...(entry.banner === undefined ? {} : { banner: { js: entry.banner } }),
    metafile: true,
    logLevel: "warning",
  });
  if (entry.banner?.startsWith("#!") === true) await chmod(outFile, 0o755);
  if (entry.isStandalone) {
    await writeFile(`${dirname(outFile)}/LICENSES.txt`, await collectLicenses(root, result.metafile));
  }
  return Object.keys(result.metafile.inputs);
}

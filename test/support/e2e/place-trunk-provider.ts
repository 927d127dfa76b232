import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Builds the stand-in for the provider `trunk-io/trunk` and puts its executable where a development override
 * finds it.
 * @param directory - an existing directory of the test's own
 * @returns the absolute folder for the override
 */
export async function placeTrunkProvider(directory: string): Promise<string> {
  const folder = join(directory, "trunk-provider");
  const bundle = join(folder, "provider.cjs");
  await mkdir(folder);
  await build({
    entryPoints: [join(__dirname, "trunk-stand-in.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "warning",
    outfile: bundle,
  });
  const executable = join(folder, "terraform-provider-trunk");
  await writeFile(executable, `#!/bin/sh\nexec "${process.execPath}" "${bundle}"\n`);
  await chmod(executable, 0o755);
  return folder;
}

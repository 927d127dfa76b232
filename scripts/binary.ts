import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readBinaryPackage } from "./binary/package-files";
import { findOwnPlatform, findPlatform } from "./binary/platforms";
import { findRoot } from "./support/find-root";

/**
 * `npm run build:binary`: the provider as an executable that needs no Node.js, with what belongs beside it, in
 * `dist-binary/OS_ARCH/`. `--platform OS_ARCH`, as often as wanted, makes those of other systems; `--out DIRECTORY`
 * writes elsewhere.
 */
async function main(): Promise<void> {
  const root = findRoot();
  const { values } = parseArgs({
    options: { platform: { type: "string", multiple: true }, out: { type: "string" } },
  });
  const platforms = values.platform?.map(findPlatform) ?? [findOwnPlatform()];
  for (const platform of platforms) {
    const directory = join(resolve(values.out ?? join(root, "dist-binary")), platform.name);
    const files = await readBinaryPackage(root, platform);
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for (const { name, content, mode } of files) await writeFile(join(directory, name), content, { mode });
    console.log(directory);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readBinaryPackage } from "./binary/package-files";
import { findOwnPlatform, findPlatform } from "./binary/platforms";
import { runMain } from "./support/run-main";

/**
 * `npm run build:binary`: compiles the provider to an executable that needs no Node.js, and writes it with
 * its companions to `dist-binary/OS_ARCH/`. `--platform OS_ARCH`, once or more, compiles for other systems;
 * `--out DIRECTORY` writes elsewhere.
 */
async function main(root: string): Promise<void> {
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

runMain(main);

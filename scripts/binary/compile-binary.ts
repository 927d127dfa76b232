import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BUNDLE_NAME } from "../../src/distribution/layout";
import { runCommand } from "../support/run-command";
import { fetchRuntime } from "./fetch-runtime";
import { type BinaryPlatform, findOwnPlatform } from "./platforms";

/** What the executable does not do, though Bun's programs do it otherwise: the working directory is the user's. */
const READS_NOTHING_OF_THE_USERS = [
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
] as const;

/**
 * Compiles the built provider to one executable that needs no Node.js. What it is made of has been bundled before, so
 * that the HTTP client is ours and not what Bun puts in the place of packages that it knows (rule R-03).
 *
 * The executable depends on the built files and on the runtime only, not on the machine or the directory.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @param outFile - absolute path of the executable; replaced if it is there
 * @throws Error with what the compiler says
 */
export async function compileBinary(root: string, platform: BinaryPlatform, outFile: string): Promise<void> {
  const compiler = await fetchRuntime(root, findOwnPlatform());
  const runtime = await fetchRuntime(root, platform);
  await mkdir(dirname(outFile), { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), "mergequeue-binary-"));
  try {
    const provider = join(root, "dist/provider");
    for (const name of await listCode(provider)) await copyFile(join(provider, name), join(staging, name));
    const result = await runCommand(
      compiler,
      [
        ...["build", "--compile", "--bytecode", "--minify", ...READS_NOTHING_OF_THE_USERS],
        ...["--target", platform.runtimePackage.replace("@oven/", "")],
        ...["--compile-executable-path", runtime],
        ...["--outfile", join(staging, "out"), `./${BUNDLE_NAME}`],
      ],
      // Bun reads configuration from the working directory, from the home directory and from its variables.
      { cwd: staging, env: { PATH: process.env["PATH"], HOME: staging, TMPDIR: staging, TEMP: staging } },
    );
    if (result.status !== 0)
      throw new Error(`Bun cannot compile the provider for ${platform.name}: ${result.output}`);
    const made = (await readdir(staging)).find((name) => /^out(\.exe)?$/.test(name)) ?? "out";
    // Whole or not at all, also for whoever compiles the same at this moment.
    const aside = `${outFile}.${process.pid}`;
    await copyFile(join(staging, made), aside);
    await rename(aside, outFile);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function listCode(provider: string): Promise<string[]> {
  const names = (await readdir(provider).catch(() => [])).filter((name) => name.endsWith(".cjs"));
  if (names.length === 0) throw new Error(`${provider} holds no built provider: run "npm run build" first.`);
  return names;
}

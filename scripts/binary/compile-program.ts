import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "../support/run-command";
import { closeRuntime } from "./close-runtime";
import { fetchRuntime } from "./fetch-runtime";
import { type BinaryPlatform, findOwnPlatform } from "./platforms";
import { signMachO } from "./sign-mach-o";

/** A bundled program. */
export interface Program {
  /** Absolute directory whose `.cjs` files it consists of. */
  readonly directory: string;
  /** Name of the file that it begins with. */
  readonly entry: string;
}

/** What the executable does not do, though Bun's programs do it otherwise: the working directory is the user's. */
const READS_NOTHING_OF_THE_USERS = [
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
] as const;

/**
 * Compiles a program to one executable that needs no Node.js. It depends on the program's files and on the runtime
 * only, not on the machine or the directory.
 * @param root - the project's root directory, absolute
 * @param outFile - absolute path of the executable; replaced if it is there
 * @throws Error with what the compiler says
 */
export async function compileProgram(
  root: string,
  platform: BinaryPlatform,
  { directory, entry }: Program,
  outFile: string,
): Promise<void> {
  const compiler = await fetchRuntime(root, findOwnPlatform());
  await mkdir(dirname(outFile), { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), "mergequeue-binary-"));
  try {
    const runtime = join(staging, "runtime");
    await writeFile(runtime, closeRuntime(await readFile(await fetchRuntime(root, platform))), {
      mode: 0o755,
    });
    for (const name of await readdir(directory)) {
      if (name.endsWith(".cjs")) await copyFile(join(directory, name), join(staging, name));
    }
    const result = await runCommand(
      compiler,
      [
        ...["build", "--compile", "--bytecode", "--minify", ...READS_NOTHING_OF_THE_USERS],
        // Bun would write down where it compiles, and the executable would be another one each time.
        ...["--define", '__dirname="."', "--define", '__filename="."'],
        ...["--target", platform.runtimePackage.replace("@oven/", "")],
        ...["--compile-executable-path", runtime],
        ...["--outfile", join(staging, "out"), `./${entry}`],
      ],
      // Bun reads configuration from the working directory, from the home directory and from its variables.
      { cwd: staging, env: { PATH: process.env["PATH"], HOME: staging, TMPDIR: staging, TEMP: staging } },
    );
    if (result.status !== 0) {
      throw new Error(`Bun cannot compile ${entry} for ${platform.name}: ${result.output}`);
    }
    const made = (await readdir(staging)).find((name) => /^out(\.exe)?$/.test(name)) ?? "out";
    // Whole or not at all, also for whoever compiles the same at this moment.
    const aside = `${outFile}.${process.pid}`;
    await copyFile(join(staging, made), aside);
    if (platform.node.platform === "darwin") {
      const program = await readFile(aside);
      await writeFile(aside, signMachO(program, platform.node.arch === "arm64" ? "arm64" : "x64"));
    }
    await rename(aside, outFile);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

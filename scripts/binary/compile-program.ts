import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "../support/run-command";
import { withScratch } from "../support/with-scratch";
import { fetchRuntime } from "./fetch-runtime";
import { type BinaryPlatform, findOwnPlatform } from "./platforms";
import { signMachO } from "./sign-mach-o";

/** A bundled program. */
export interface Program {
  /** Absolute path of the directory whose `.cjs` files form the program. */
  readonly directory: string;
  /** Name of the file that is run. */
  readonly entry: string;
}

/** Without these, programs compiled by Bun read configuration, maybe foreign, from the working directory. */
const WITHOUT_AUTOLOAD = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"] as const;

/**
 * Compiles a program to one executable that needs no Node.js. The result depends only on the program's files
 * and on the runtime.
 * @param root - the project's root directory, absolute
 * @param outFile - absolute path of the executable; an existing file is replaced
 * @throws Error if the program does not exist, or with the compiler's message
 */
export async function compileProgram(
  root: string,
  platform: BinaryPlatform,
  { directory, entry }: Program,
  outFile: string,
): Promise<void> {
  if (!existsSync(join(directory, entry)))
    throw new Error(`${directory} contains no ${entry}: run "npm run build" first.`);
  const compiler = await fetchRuntime(root, findOwnPlatform());
  await mkdir(dirname(outFile), { recursive: true });
  await withScratch("mergequeue-binary", async (staging) => {
    const runtime = join(staging, "runtime");
    await copyFile(await fetchRuntime(root, platform), runtime);
    for (const name of await readdir(directory)) {
      if (name.endsWith(".cjs")) await copyFile(join(directory, name), join(staging, name));
    }
    const result = await runCommand(
      compiler,
      [
        ...["build", "--compile", "--bytecode", "--minify", ...WITHOUT_AUTOLOAD],
        // Without this, the executable would contain the directory of the compilation.
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
    // The rename is atomic: another process may compile the same program.
    const aside = `${outFile}.${process.pid}`;
    await copyFile(join(staging, made), aside);
    if (platform.node.platform === "darwin") {
      const program = await readFile(aside);
      await writeFile(aside, signMachO(program, platform.node.arch === "arm64" ? "arm64" : "x64"));
    }
    await rename(aside, outFile);
  });
}

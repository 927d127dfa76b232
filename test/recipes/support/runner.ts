import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../../scripts/support/find-terraform";
import type { CommandResult } from "../../../scripts/support/run-command";
import { runCommand } from "../../../scripts/support/run-command";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../../..");

/** Directory of the recipes. */
export const RECIPES = join(ROOT, "examples/recipes");

/** What `npx` runs that a project has installed, and `npm ci`, for which everything is there already. */
const PROGRAMS: Readonly<Record<string, string>> = {
  npm: 'test "$*" = "ci --ignore-scripts"',
  npx: `program=$1; shift
case "$program" in
  mergequeue) exec node "${ROOT}/dist/cli.js" "$@" ;;
  tsx) exec node "${ROOT}/node_modules/tsx/dist/cli.mjs" "$@" ;;
  *) echo "npx: $program is not installed" >&2; exit 127 ;;
esac`,
};

/** Answers which of these files can be run here: without Terraform, those that do not need it. */
export function listRunnable(files: readonly string[]): readonly string[] {
  return tryGetSkipReason() === undefined ? files : files.filter((file) => !file.includes("terraform"));
}

/** Reads the program of the recipes' project. */
export async function readProgram(): Promise<string> {
  return readFile(join(RECIPES, "project/main.ts"), "utf8");
}

/** A machine of a pipeline: directories for jobs, and the programs that its image has. */
export class Runner {
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  /** Sets it up. End it with {@link remove}. */
  static async create(): Promise<Runner> {
    // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
    await mkdir(join(ROOT, ".scratch"), { recursive: true });
    const runner = new Runner(await mkdtemp(join(ROOT, ".scratch/recipe-")));
    await mkdir(join(runner.#base, "home"));
    await mkdir(join(runner.#base, "bin"));
    await writeFile(join(runner.#base, "cli.tfrc"), "");
    // Without Terraform, what needs it is skipped.
    const terraform = tryGetSkipReason() ?? `exec "${findTerraform()}" "$@"`;
    for (const [name, text] of Object.entries({ ...PROGRAMS, terraform })) {
      const file = join(runner.#base, "bin", name);
      await writeFile(file, `#!/bin/sh\n${text}\n`);
      await chmod(file, 0o755);
    }
    return runner;
  }

  /** Makes an empty directory. */
  async makeDirectory(): Promise<string> {
    return mkdtemp(join(this.#base, "job-"));
  }

  /** Makes a directory with the recipes' project in it, as a checkout. @param main - text of main.ts, if another */
  async checkOut(main?: string): Promise<string> {
    const directory = await this.makeDirectory();
    await cp(join(RECIPES, "project"), directory, { recursive: true });
    if (main !== undefined) await writeFile(join(directory, "main.ts"), main);
    return directory;
  }

  /** Runs a script as pipelines do, in bash that ends with the first command that fails. */
  async runScript(
    cwd: string,
    script: string,
    env: Readonly<Record<string, string>>,
  ): Promise<CommandResult> {
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    return runCommand("bash", args, { cwd, env: this.#environment(env) });
  }

  /** Runs a command line as Atlantis does. */
  async runShell(
    cwd: string,
    command: string,
    env: Readonly<Record<string, string>>,
  ): Promise<CommandResult> {
    return runCommand("sh", ["-c", command], { cwd, env: this.#environment(env) });
  }

  /** Deletes all directories. */
  async remove(): Promise<void> {
    await rm(this.#base, { recursive: true, force: true });
  }

  #environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    return scrubEnvironment(join(this.#base, "home"), {
      TF_CLI_CONFIG_FILE: join(this.#base, "cli.tfrc"),
      PATH: [join(this.#base, "bin"), process.env["PATH"]].join(delimiter),
      ...env,
    });
  }
}

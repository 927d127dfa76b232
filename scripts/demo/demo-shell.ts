import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { type CommandResult, runCommand } from "../support/run-command";
import { type DemoLog, expectThat } from "./demo-log";

/** Variables of the caller that would change the demo. */
const IGNORED = /^(?:TF_|MERGEQUEUE_|CDKTF_|NODE_OPTIONS$)/;

/** Prints commands and runs them in a shell. */
export class DemoShell {
  readonly #log: DemoLog;
  #env: NodeJS.ProcessEnv;
  #cwd: string;

  private constructor(log: DemoLog, env: NodeJS.ProcessEnv, cwd: string) {
    this.#log = log;
    this.#env = env;
    this.#cwd = cwd;
  }

  /**
   * Prepares a shell.
   * @param folder - the working directory, empty
   * @param programs - command lines of programs by name, in addition to the caller's PATH
   * @param env - the caller's environment
   */
  static async create(
    log: DemoLog,
    folder: string,
    programs: Readonly<Record<string, readonly string[]>>,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<DemoShell> {
    const bin = join(folder, "bin");
    await mkdir(bin);
    for (const [name, words] of Object.entries(programs)) {
      const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
      await writeFile(join(bin, name), `#!/bin/sh\nexec ${line} "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    // A provider_installation block of the user would hide the provider in the stack's directory.
    const configuration = join(folder, "cli.tfrc");
    await writeFile(configuration, "");
    const inherited = Object.entries(env).filter(([name]) => !IGNORED.test(name));
    const own = {
      PATH: [bin, env["PATH"] ?? ""].join(delimiter),
      TF_CLI_CONFIG_FILE: configuration,
      CHECKPOINT_DISABLE: "1",
      ...(log.isColoured ? {} : { TF_CLI_ARGS: "-no-color" }),
    };
    return new DemoShell(log, { ...Object.fromEntries(inherited), ...own }, folder);
  }

  /** Sets variables for all further commands. */
  export(variables: Readonly<Record<string, string>>): void {
    const words = Object.entries(variables).map(([name, value]) => `${name}="${value}"`);
    this.#log.command(`export ${words.join(" ")}`);
    this.#env = { ...this.#env, ...variables };
  }

  /** Changes the directory for all further commands. */
  changeDirectory(path: string): void {
    this.#log.command(`cd ${path}`);
    this.#cwd = resolve(this.#cwd, path);
  }

  /**
   * Runs a command line, prints it and its output, and checks its exit status.
   * @throws Error if it ends with another status
   */
  async run(command: string, expectedStatus = 0): Promise<CommandResult> {
    this.#log.command(command);
    const result = await runCommand("/bin/sh", ["-c", command], {
      cwd: this.#cwd,
      env: this.#env,
      onOutput: (text) => {
        this.#log.output(text);
      },
    });
    expectThat(
      result.status === expectedStatus,
      `"${command}" ends with exit status ${expectedStatus}, not ${result.status}`,
    );
    return result;
  }
}

import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { findTerraform } from "../support/find-terraform";
import type { CommandResult } from "../support/run-command";
import { runCommand } from "../support/run-command";
import type { Print } from "./demo-log";
import { expectThat, printCommand } from "./demo-log";

/** Variables of the caller that would change what the demo shows. */
const IGNORED = /^(?:TF_|MERGEQUEUE_|CDKTF_|NODE_OPTIONS$)/;

/** Runs commands of the demo and prints each before its output. */
export class DemoTerraform {
  readonly #binary: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #print: Print;

  private constructor(binary: string, env: NodeJS.ProcessEnv, print: Print) {
    this.#binary = binary;
    this.#env = env;
    this.#print = print;
  }

  /**
   * @param folder - directory of the demo's own, for an empty CLI configuration
   * @throws Error that says what to install if there is no Terraform
   */
  static async create(
    folder: string,
    env: { readonly [name: string]: string },
    print: Print,
  ): Promise<DemoTerraform> {
    const binary = findTerraform();
    await mkdir(folder, { recursive: true });
    const cliConfiguration = join(folder, "cli.tfrc");
    // A provider_installation block of the user's own would hide the provider in the stack's directory.
    await writeFile(cliConfiguration, "");
    const inherited = Object.entries(process.env).filter(([name]) => !IGNORED.test(name));
    return new DemoTerraform(
      binary,
      {
        ...Object.fromEntries(inherited),
        TF_CLI_CONFIG_FILE: cliConfiguration,
        CHECKPOINT_DISABLE: "1",
        ...env,
      },
      print,
    );
  }

  /** Runs Terraform in a stack's directory and insists on its exit status. */
  async run(cwd: string, args: readonly string[], expectedStatus = 0): Promise<CommandResult> {
    const name = basename(this.#binary);
    return this.#execute(this.#binary, args, cwd, `${name} ${args.join(" ")}`, expectedStatus);
  }

  /** Runs a Node script of the project, shown under the name that a user would type. */
  async runNode(cwd: string, args: readonly string[], shown: string): Promise<CommandResult> {
    return this.#execute(process.execPath, args, cwd, shown, 0);
  }

  async #execute(
    program: string,
    args: readonly string[],
    cwd: string,
    shown: string,
    expectedStatus: number,
  ): Promise<CommandResult> {
    printCommand(this.#print, shown);
    const result = await runCommand(program, args, { cwd, env: this.#env, onOutput: this.#print });
    expectThat(
      result.status === expectedStatus,
      `"${shown}" ends with exit status ${expectedStatus}, not ${result.status}`,
    );
    return result;
  }
}

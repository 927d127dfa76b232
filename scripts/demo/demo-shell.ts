import type { CommandResult } from "../support/run-command";
import { runCommand } from "../support/run-command";
import type { Print } from "./demo-log";
import { expectThat, printCommand } from "./demo-log";

/** Variables of the caller that would change what the demo shows. */
const IGNORED = /^(?:TF_|MERGEQUEUE_|CDKTF_|NODE_OPTIONS$)/;

/** Runs commands of the demo and prints each before its output. */
export class DemoShell {
  readonly #env: NodeJS.ProcessEnv;
  readonly #print: Print;

  /** @param env - variables beside those of the caller that change nothing */
  constructor(env: { readonly [name: string]: string }, print: Print) {
    const inherited = Object.entries(process.env).filter(([name]) => !IGNORED.test(name));
    this.#env = { ...Object.fromEntries(inherited), ...env };
    this.#print = print;
  }

  /**
   * Runs a program and insists on its exit status.
   * @param shown - what a user would type
   */
  async run(
    program: string,
    args: readonly string[],
    { cwd, shown, expectedStatus = 0 }: { cwd: string; shown: string; expectedStatus?: number },
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

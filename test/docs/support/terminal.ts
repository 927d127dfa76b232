import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandResult, runCommand } from "../../../scripts/support/run-command";

/** A terminal that runs the blocks of a page one after another: directory and variables carry over. */
export class Terminal {
  #directory: string;
  #env: NodeJS.ProcessEnv;

  /**
   * @param directory - where it starts
   * @param env - the whole environment that it starts with
   */
  constructor(directory: string, env: NodeJS.ProcessEnv) {
    this.#directory = directory;
    this.#env = env;
  }

  /** Absolute path of the directory that it is in. */
  get directory(): string {
    return this.#directory;
  }

  /** Its environment. */
  get env(): NodeJS.ProcessEnv {
    return this.#env;
  }

  /** Saves a file in its directory. */
  async save(name: string, text: string): Promise<void> {
    await writeFile(join(this.#directory, name), text);
  }

  /**
   * Runs commands as if they were pasted, up to the first that fails. Confirms all questions.
   * @throws Error if a command fails
   */
  async run(commands: string): Promise<CommandResult> {
    const after = join(this.#env["HOME"] ?? "", "after");
    const script = `set -e\n${approve(commands)}\n{ pwd; env -0; } > "${after}"`;
    const result = await runCommand("bash", ["--noprofile", "--norc", "-c", script], {
      cwd: this.#directory,
      env: this.#env,
    });
    if (result.status !== 0) throw new Error(`${commands}\nended with ${result.status}:\n${result.output}`);
    const text = await readFile(after, "utf8");
    const end = text.indexOf("\n");
    this.#directory = text.slice(0, end);
    const variables = text.slice(end + 1).split("\0");
    this.#env = Object.fromEntries(
      variables.map((variable) => [
        variable.split("=", 1)[0] ?? "",
        variable.slice(variable.indexOf("=") + 1),
      ]),
    );
    return result;
  }
}

/** Adds the option that confirms questions in advance. */
function approve(commands: string): string {
  return commands
    .replaceAll(/\bmergequeue (?:apply|destroy|queue (?:pause|resume))\b.*$/gm, "$& --auto-approve")
    .replaceAll(/\bnpm run apply$/gm, "$& -- --auto-approve")
    .replaceAll(/\bterraform (?:apply|destroy)$/gm, "$& -auto-approve")
    .replaceAll(/\bpulumi (?:up|destroy)\b.*$/gm, "$& --yes");
}

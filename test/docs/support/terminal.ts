import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type CommandResult, runCommand } from "../../../scripts/support/run-command";

/** How questions end, and what a reader answers. */
const ANSWERS = [
  ["Enter a value:", "yes"],
  ["[y/N]", "y"],
] as const;

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
    return this.#run(approve(commands), (script) =>
      runCommand("bash", ["--noprofile", "--norc", "-c", script], { cwd: this.#directory, env: this.#env }),
    );
  }

  /** As {@link run}, on a pseudo terminal, where each question is answered once it is asked. */
  async type(commands: string): Promise<CommandResult> {
    return this.#run(commands, async (script) => {
      const file = join(this.#env["HOME"] ?? "", "typed.sh");
      await writeFile(file, script);
      const args = ["-qefc", `bash --noprofile --norc '${file}'`, "/dev/null"];
      const child = spawn("script", args, { cwd: this.#directory, env: this.#env });
      let [output, answered] = ["", 0];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const asked = stripVTControlCharacters(output.slice(answered)).trimEnd();
        const [, answer] = ANSWERS.find(([question]) => asked.endsWith(question)) ?? [];
        if (answer === undefined) return;
        answered = output.length;
        child.stdin.write(`${answer}\n`);
      });
      const [status] = (await once(child, "close")) as [number];
      return { status, output: stripVTControlCharacters(output), stdout: "" };
    });
  }

  async #run(commands: string, execute: (script: string) => Promise<CommandResult>): Promise<CommandResult> {
    const after = join(this.#env["HOME"] ?? "", "after");
    const result = await execute(`set -e\n${commands}\n{ pwd; env -0; } > "${after}"`);
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
    .replaceAll(/\bmergequeue (?:apply|destroy)\b.*$/gm, "$& --auto-approve")
    .replaceAll(/\bnpm run apply$/gm, "$& -- --auto-approve")
    .replaceAll(/\bterraform (?:apply|destroy)$/gm, "$& -auto-approve")
    .replaceAll(/\bpulumi (?:up|destroy)\b.*$/gm, "$& --yes");
}

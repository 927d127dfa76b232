import { spawn } from "node:child_process";

/** How a command ended. */
export interface CommandResult {
  /** Exit status; 128 if a signal ended it, as in a shell (without the signal's number). */
  readonly status: number;
  /** What it printed on stdout and stderr, in the order of arrival. */
  readonly output: string;
  /** What it printed on stdout alone. */
  readonly stdout: string;
}

/**
 * Runs a program without a shell and waits for its end. Its stdin is empty.
 * @throws Error if the program cannot be started
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ status: code ?? 128, output, stdout });
    });
  });
}

import { type ChildProcess, spawn } from "node:child_process";

/** How a command ended. */
export interface CommandResult {
  /** Exit status; 128 if a signal ended it. */
  readonly status: number;
  /** Its output on stdout and stderr, in the order of arrival. */
  readonly output: string;
  /** Its output on stdout. */
  readonly stdout: string;
}

/** A command that may still run. */
export interface RunningCommand {
  /** The process, for example to send it a signal. */
  readonly child: ChildProcess;
  /** Its output so far, in the order of arrival. */
  readonly output: () => string;
  /** Its end. Rejects if it could not be started. */
  readonly finished: Promise<CommandResult>;
}

/** How a command is run. */
export interface CommandOptions {
  /** Working directory, absolute. */
  readonly cwd: string;
  /** The whole environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it leads a new process group, to which signals can be sent as by a terminal. Default: no. */
  readonly leadsGroup?: boolean;
  /** Called with everything that it prints, as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** Starts a program without a shell. Its stdin is empty. */
export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env, leadsGroup = false, onOutput }: CommandOptions,
): RunningCommand {
  const child = spawn(program, args, {
    cwd,
    detached: leadsGroup,
    ...(env === undefined ? {} : { env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
    onOutput?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    onOutput?.(text);
  });
  const finished = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ status: code ?? 128, output, stdout });
    });
  });
  return { child, output: () => output, finished };
}

/** Runs a program as {@link startCommand} to its end. @throws Error if the program cannot be started */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return startCommand(program, args, options).finished;
}

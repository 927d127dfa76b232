import { homedir } from "node:os";
import { SYSTEM_CLOCK } from "../api/clock";
import { watchParent } from "../plugin/lifecycle/watch-parent";
import type { StopSignal, Terminal } from "./command-context";
import { EXIT_STATUS } from "./exit-status";
import { runCommand } from "./run-command";

/** Entry of the command `mergequeue`: joins it to the process. */
async function main(): Promise<void> {
  const output = new HeldOutput();
  // Whoever closes standard error wants no messages; what the command does goes on.
  process.stderr.on("error", () => undefined);
  const status = await runCommand(process.argv.slice(2), {
    environment: process.env,
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: getWorkingDirectory(),
    codeDirectory: __dirname,
    terminal: describeTerminal(),
    clock: SYSTEM_CLOCK,
    nowMs: Date.now,
    writeOut: (text) => {
      output.write(text);
    },
    writeError: (text) => process.stderr.write(text),
    readInput,
    readLine,
    holdOut: (work) => output.hold(work),
    catchStop,
    awaitOrphaned,
  });
  process.exitCode = output.toExitStatus(status);
  // What is still on its way is not waited for any more.
  if (stopCount > 1) process.stdout.write("", () => process.exit());
}

/** Standard output, which whoever reads it may close. */
class HeldOutput {
  #holders = 0;
  /** What the loss of the output comes to, once it is lost. */
  #lossStatus: number | undefined;

  constructor() {
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#lossStatus !== undefined) return;
      // The reader has left (`mergequeue --help | head -1`): nothing is wrong and nobody listens any more.
      this.#lossStatus = error.code === "EPIPE" ? EXIT_STATUS.ok : EXIT_STATUS.error;
      if (error.code !== "EPIPE") {
        process.stderr.write(`Error: Standard output cannot be written: ${error.message}.\n`);
      }
      if (this.#holders === 0) process.exit(this.toExitStatus(Number(process.exitCode ?? EXIT_STATUS.ok)));
    });
  }

  write(text: string): void {
    if (this.#lossStatus === undefined) process.stdout.write(text);
  }

  /** Does some work to its end, whoever listens: how it ends is then the exit status. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#holders += 1;
    try {
      return await work();
    } finally {
      this.#holders -= 1;
    }
  }

  /** Answers the exit status of a command that ended with this one. */
  toExitStatus(status: number): number {
    if (this.#lossStatus === undefined) return status;
    // Who reads "there are differences" would look for them in what could not be written.
    const isReport =
      status === EXIT_STATUS.ok ||
      (status === EXIT_STATUS.difference && this.#lossStatus === EXIT_STATUS.error);
    return isReport ? this.#lossStatus : status;
  }
}

/** Answers the working directory; nothing if it was deleted. */
function getWorkingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}

function describeTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // The types promise a boolean where a stream that is no terminal has nothing.
  const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
  const screen = [stdout, stderr].find(isTerminal);
  return {
    isInput: isTerminal(stdin),
    isOut: isTerminal(stdout),
    isError: isTerminal(stderr),
    // Some terminals say that they have no columns when they do not know.
    columns: screen !== undefined && screen.columns > 0 ? screen.columns : undefined,
  };
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** The terminal itself edits the line, and Ctrl-C stays a signal. */
async function readLine(signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, terminal: false, signal });
  try {
    const line = await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => {
        resolve(undefined);
      });
    });
    signal.throwIfAborted();
    return line;
  } finally {
    lines.close();
    // An open input would keep the process alive.
    process.stdin.destroy();
  }
}

/** How many stop signals were caught. */
let stopCount = 0;

function catchStop(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      stopCount += 1;
      // The next signal kills as usual, should stopping hang.
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(signal);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}

function awaitOrphaned(): Promise<void> {
  return new Promise((resolve) => {
    watchParent({ readParentId: () => process.ppid, onGone: resolve });
  });
}

void main();

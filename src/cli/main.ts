import nodeModule from "node:module";
import { homedir } from "node:os";
import { SYSTEM_CLOCK } from "../api/clock";
import { type CachingModule, useCodeCache } from "../plugin/use-code-cache";
import { watchParent } from "../plugin/watch-parent";
import { PACKAGE_NAME, VERSION_LINE } from "../product";
import { EXIT_STATUS, type StopSignal, type Terminal } from "./command-session";

async function main(): Promise<void> {
  const output = new HeldOutput();
  const args = process.argv.slice(2);
  // Scripts and editors ask for the version often, and need no parser for it.
  if (args.length === 1 && ["--version", "-V"].includes(args[0] ?? "")) {
    output.write(`${VERSION_LINE}\n`);
    return;
  }
  const { enableCompileCache } = nodeModule as CachingModule;
  useCodeCache(process, PACKAGE_NAME, enableCompileCache);
  // Loaded after the cache is in use, so that the cache keeps its compiled form.
  const { runCommand } = await import("./run-command");
  // If the reader closes standard error, the command continues without messages.
  process.stderr.on("error", () => undefined);
  const status = await runCommand(args, {
    environment: process.env,
    platform: process.platform,
    homeDirectory: tryGet(homedir),
    userId: process.geteuid?.(),
    workingDirectory: tryGet(() => process.cwd()) ?? "",
    codeDirectory: __dirname,
    terminal: describeTerminal(),
    clock: SYSTEM_CLOCK,
    nowMs: Date.now,
    writeOut: (text) => {
      output.write(text);
    },
    writeError: (text) => process.stderr.write(text),
    readInput: async () => (await import("node:stream/consumers")).buffer(process.stdin),
    readLine,
    holdOut: (work, kind) => output.hold(work, kind),
    catchStop,
    awaitOrphaned: () =>
      new Promise((resolve) => {
        watchParent(() => process.ppid, resolve);
      }),
  });
  process.exitCode = output.toExitStatus(status);
  // After a second signal, in-progress calls are not awaited.
  if (stopCount > 1) process.stdout.write("", () => process.exit());
}

/** Standard output. The program that reads the output may close it at any time. */
class HeldOutput {
  #holders = 0;
  #isNeeded = false;
  #lossStatus: number | undefined;

  constructor() {
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#lossStatus !== undefined) return;
      // EPIPE: the reader has left, as in `mergequeue --help | head -1`. That is not an error.
      this.#lossStatus = error.code === "EPIPE" ? EXIT_STATUS.ok : EXIT_STATUS.error;
      if (error.code !== "EPIPE") {
        process.stderr.write(`Error: Standard output cannot be written: ${error.message}.\n`);
      }
      if (this.#holders === 0) process.exit(this.toExitStatus(Number(process.exitCode ?? EXIT_STATUS.ok)));
    });
  }

  /** Writes a text to standard output or, if that fails and the text is needed, to standard error. */
  write(text: string): void {
    const isNeeded = this.#isNeeded;
    if (this.#lossStatus === undefined) {
      process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
        if (isNeeded && error && error.code !== "EPIPE") process.stderr.write(text);
      });
    } else if (isNeeded && this.#lossStatus !== EXIT_STATUS.ok) process.stderr.write(text);
  }

  /** Runs work to its end, even if standard output is closed meanwhile. */
  async hold<Result>(work: () => Promise<Result>, output?: "needed"): Promise<Result> {
    this.#holders += 1;
    this.#isNeeded ||= output === "needed";
    try {
      return await work();
    } finally {
      this.#holders -= 1;
    }
  }

  toExitStatus(status: number): number {
    if (this.#lossStatus === undefined) return status;
    // The status for differences would mislead without the output that lists them.
    const isReport =
      status === EXIT_STATUS.ok || (status === EXIT_STATUS.changed && this.#lossStatus === EXIT_STATUS.error);
    return isReport ? this.#lossStatus : status;
  }
}

/** Returns a directory. Undefined if the working directory was deleted, or the user has no home directory. */
function tryGet(get: () => string): string | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

function describeTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // The types promise a boolean, but only terminals have it.
  const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true;
  const screen = [stdout, stderr].find(isTerminal);
  return {
    isInput: isTerminal(stdin),
    isOut: isTerminal(stdout),
    isError: isTerminal(stderr),
    // Some terminals report 0 columns if they do not know.
    columns: screen?.columns || undefined,
  };
}

/** The lines of standard input. All questions share this reader, which buffers lines typed in advance. */
let lines: AsyncIterator<string, unknown> | undefined;

/** Reads a line. Leaves editing to the terminal: if Node.js edited the line, Ctrl-C would send no signal. */
async function readLine(signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  signal.throwIfAborted();
  lines ??= createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(new Error("The read was cancelled."));
    };
    signal.addEventListener("abort", onAbort);
  });
  process.stdin.resume();
  try {
    const line = await Promise.race([lines.next(), aborted]);
    return line.done === true ? undefined : line.value;
  } finally {
    // Node.js warns of too many listeners.
    signal.removeEventListener("abort", onAbort);
    // Reading would keep the process alive.
    process.stdin.pause();
  }
}

let stopCount = 0;

function catchStop(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      stopCount += 1;
      // If stopping hangs, the next signal kills the process.
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(signal);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}

void main();

import { SYSTEM_CLOCK } from "../../src/api/clock";
import type {
  CommandContext,
  CommandProcess,
  CommandSession,
  StopSignal,
} from "../../src/cli/command-session";
import { InputFiles } from "../../src/cli/files/input-files";
import { runCommand } from "../../src/cli/run-command";

/** The result of a command line. */
export interface CommandRun {
  readonly exitStatus: number;
  /** All of standard output. */
  readonly out: string;
  /** All of standard error. */
  readonly error: string;
}

/** Creates a context that is isolated from the process and discards all output. */
export function makeContext(
  changes: Partial<CommandProcess & CommandContext>,
): CommandProcess & CommandContext {
  return {
    platform: "linux",
    homeDirectory: "/nowhere/home",
    workingDirectory: "/nowhere",
    codeDirectory: "/nowhere",
    terminal: { isInput: false, isOut: false, isError: false, columns: undefined },
    clock: SYSTEM_CLOCK,
    nowMs: () => Date.UTC(2026, 0, 31, 8),
    readInput: () => Promise.resolve(new Uint8Array()),
    readLine: () => Promise.resolve(undefined),
    holdOut: (work) => work(),
    catchStop: () => Promise.resolve<StopSignal>("SIGTERM"),
    awaitOrphaned: () => new Promise(() => undefined),
    inputFiles: new InputFiles(),
    writeOut: () => undefined,
    writeError: () => undefined,
    writeNote: () => undefined,
    ...changes,
    // What a test looks for stands in one line.
    environment: { COLUMNS: "1000", ...changes.environment },
  };
}

/** Makes a session in which nothing is checked or kept. */
export function makeSession(context: CommandContext): CommandSession {
  return {
    context,
    write: () => undefined,
    checkDocument: ({ document }) => document,
    finish: () => undefined,
    addSecret: () => undefined,
  };
}

/** Runs a command line in this process. */
export async function run(
  args: readonly string[],
  changes: Partial<CommandProcess> = {},
): Promise<CommandRun> {
  let out = "";
  let error = "";
  const context = makeContext({
    ...changes,
    writeOut: (text) => {
      out += text;
      changes.writeOut?.(text);
    },
    writeError: (text) => {
      error += text;
      changes.writeError?.(text);
    },
  });
  const exitStatus = await runCommand(args, context);
  return { exitStatus, out, error };
}

import { SYSTEM_CLOCK } from "../../src/api/clock";
import type { CommandContext, CommandProcess, CommandSession } from "../../src/cli/command-session";
import { runCommand } from "../../src/cli/run-command";

/** The result of a command line. */
export interface CommandRun {
  readonly exitStatus: number;
  /** All of standard output. */
  readonly out: string;
  /** All of standard error. */
  readonly error: string;
}

/** A terminal of 80 columns. */
export const TERMINAL = { isInput: true, isOut: true, isError: true, columns: 80 };

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
    catchStop: () => Promise.resolve("SIGTERM" as const),
    awaitOrphaned: () => new Promise(() => undefined),
    inputFiles: new Set(),
    writeOut: () => undefined,
    writeError: () => undefined,
    writeNote: () => undefined,
    writeDetail: () => undefined,
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

/** A command line that runs, and what a test expects of its end. */
export interface Running extends PromiseLike<CommandRun> {
  /** It succeeds without a word on standard error, and prints exactly this text if one is given. */
  succeeds(out?: string): Promise<CommandRun>;
  /** It fails with these texts, and prints nothing but, with `--json`, its error. */
  fails(...errors: readonly string[]): Promise<CommandRun>;
  /** It ends with this status, and with these texts on standard error. */
  endsWith(exitStatus: number, ...errors: readonly string[]): Promise<CommandRun>;
}

/** Makes the end of a command line something that can be expected. */
export function expecting(running: Promise<CommandRun>): Running {
  const endsWith: Running["endsWith"] = async (exitStatus, ...errors) => {
    const ended = await running;
    expect(ended).toMatchObject({ exitStatus });
    for (const error of errors) expect(ended.error).toContain(error);
    return ended;
  };
  const succeeds: Running["succeeds"] = async (out) => {
    const ended = await running;
    expect(ended).toEqual({ exitStatus: 0, error: "", out: out ?? ended.out });
    return ended;
  };
  const fails: Running["fails"] = async (...errors) => {
    const ended = await endsWith(1, ...errors);
    expect(ended.out).toMatch(/^(?:$|\{\n {2}"error": )/);
    return ended;
  };
  return { then: running.then.bind(running), endsWith, succeeds, fails };
}

/** Runs a command line in this process, given as arguments or as text that is split at blanks. */
export function run(args: string | readonly string[], changes: Partial<CommandProcess> = {}): Running {
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
  const ended = runCommand(typeof args === "string" ? args.split(" ") : args, context);
  return expecting(ended.then((exitStatus) => ({ exitStatus, out, error })));
}

import type { Clock } from "../api/clock";

/** A signal that ends the command in good order. */
export type StopSignal = "SIGINT" | "SIGTERM";

/** What the three standard streams lead to. */
export interface Terminal {
  /** Whether standard input is a terminal, so that somebody can be asked. */
  readonly isInput: boolean;
  /** Whether standard output is a terminal. */
  readonly isOut: boolean;
  /** Whether standard error is a terminal, so that questions are seen and a line can be rewritten. */
  readonly isError: boolean;
  /** Width of the terminal in columns; undefined if it is not known or there is no terminal. */
  readonly columns: number | undefined;
}

/** The process as the command sees it: injected by the entry file, so that everything else runs in a test. */
export interface CommandContext {
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Operating system as Node.js names it. */
  readonly platform: NodeJS.Platform;
  /** The user's home directory, absolute. */
  readonly homeDirectory: string;
  /** Where relative paths on the command line start, absolute; empty if that directory was deleted. */
  readonly workingDirectory: string;
  /** Directory of the running code, absolute: the package is found from there. */
  readonly codeDirectory: string;
  /** What the streams lead to. */
  readonly terminal: Terminal;
  /** Monotonic time and waiting. */
  readonly clock: Clock;
  /** The date: milliseconds since 1970 (UTC). */
  readonly nowMs: () => number;
  /** Writes to standard output. */
  readonly writeOut: (text: string) => void;
  /** Writes to standard error: what is for people. */
  readonly writeError: (text: string) => void;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /**
   * Reads one line of standard input, without its line break.
   * @param signal - ends the waiting: the promise then rejects
   * @returns undefined at the end of the input
   */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
  /**
   * Does some work to its end: a reader of the output who leaves meanwhile does not end the process before. Elsewhere
   * that ends it at once, as done.
   */
  readonly holdOut: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** From the call on, catches the next stop signal instead of dying of it. A second one kills as usual. */
  readonly catchStop: () => Promise<StopSignal>;
  /** From the call on, waits for the end of the process that has started this one. */
  readonly awaitOrphaned: () => Promise<void>;
}

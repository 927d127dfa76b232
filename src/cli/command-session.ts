import type { Clock } from "../api/clock";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { OutputDocument } from "../report/output-document";

/** State and output of one run of the command. */
export interface CommandSession {
  readonly context: CommandContext;
  /** Writes text (secrets redacted) or a document (unaltered). @throws MergeQueueError as `checkDocument` */
  readonly write: (output: string | OutputDocument) => void;
  /** Returns a document's text for a file. @throws MergeQueueError `invalid_configuration` for a secret */
  readonly checkDocument: (document: OutputDocument) => string;
  readonly finish: (exitStatus: number) => void;
  /** Adds a secret that no output may contain. */
  readonly addSecret: (secret: string) => void;
}

/** The operating system's signals after which the command cleans up and ends. */
export type StopSignal = "SIGINT" | "SIGTERM";

/** Which of the standard streams are terminals, and the terminal's width in columns, if known. */
export interface Terminal {
  readonly isInput: boolean;
  readonly isOut: boolean;
  readonly isError: boolean;
  readonly columns: number | undefined;
}

/** What a command can use of the process. Standard output is not here: a command writes to its session. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's home directory, if there is one. The other directories are absolute, too. */
  readonly homeDirectory: string | undefined;
  /** Undefined on Windows. */
  readonly userId?: number | undefined;
  /** Base of relative paths on the command line. Empty if the working directory was deleted. */
  readonly workingDirectory: string;
  /** Directory of the running code, inside the package. */
  readonly codeDirectory: string;
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Returns the time in milliseconds since 1970 (UTC). */
  readonly nowMs: () => number;
  /** Writes to standard error: errors, warnings and questions. */
  readonly writeError: (text: string) => void;
  /** Writes to standard error: progress, notes and hints. `--quiet` silences them. */
  readonly writeNote: (text: string) => void;
  /** Writes to standard error, but only if `--verbose` is given. */
  readonly writeDetail: (text: string) => void;
  readonly readInput: () => Promise<Uint8Array>;
  /** Reads a line of standard input, or undefined at the end. Rejects if the signal aborts. */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
  /** Finishes the work even if standard output closes. If `needed`, standard error gets the output. */
  readonly holdOut: <Result>(work: () => Promise<Result>, output?: "needed") => Promise<Result>;
  /** Catches the next stop signal. A second stop signal kills the process as usual. */
  readonly catchStop: () => Promise<StopSignal>;
  readonly awaitOrphaned: () => Promise<void>;
  /** Keys of files that this call reads and must not overwrite. All names of a file have the same key. */
  readonly inputFiles: Set<string>;
}

/** The whole process. Only the entry file creates it; tests pass a substitute. */
export interface CommandProcess extends Omit<CommandContext, "writeNote" | "writeDetail" | "inputFiles"> {
  readonly writeOut: (text: string) => void;
}

/** An invalid command line counts as `error`. `interrupted` is 128 plus SIGINT's number, as in shells. */
export const EXIT_STATUS = { ok: 0, error: 1, changed: 2, notMerged: 2, interrupted: 130 } as const;

export function toExitStatus(error: unknown): number {
  return hasErrorCode(error, "interrupted") ? EXIT_STATUS.interrupted : EXIT_STATUS.error;
}

import type { Clock } from "../api/clock";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { OutputDocument } from "../report/output-document";

/** State and output of one run of the command. */
export interface CommandSession {
  readonly context: CommandContext;
  /** Writes a text without its secrets, or a document as it is. @throws MergeQueueError as `checkDocument` */
  readonly write: (output: string | OutputDocument) => void;
  /** Returns a document's text. @throws MergeQueueError `invalid_configuration` if it contains a secret */
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

/** The parts of the process that a command may use. For standard output, a command uses its session. */
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
  readonly nowMs: () => number;
  /** Writes to standard error: errors, warnings and questions. */
  readonly writeError: (text: string) => void;
  /** Writes to standard error: progress, notes and hints. `--quiet` silences them. */
  readonly writeNote: (text: string) => void;
  /** Writes to standard error, but only if `--verbose` is given. */
  readonly writeDetail: (text: string) => void;
  readonly readInput: () => Promise<Uint8Array>;
  /** Returns a line of standard input, or undefined at the end of the input. Rejects if the signal aborts. */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
  /** Finishes the work even if standard output closes. If it cannot be written, `needed` goes to stderr. */
  readonly holdOut: <Result>(work: () => Promise<Result>, output?: "needed") => Promise<Result>;
  /** Resolves at the next stop signal, which then does not end the process. The signal after that does. */
  readonly catchStop: () => Promise<StopSignal>;
  readonly awaitOrphaned: () => Promise<void>;
  /** Keys of the files that this command reads and must not overwrite. All names of a file have one key. */
  readonly inputFiles: Set<string>;
}

/** The whole process. Only the entry file makes this object. Tests pass a substitute. */
export interface CommandProcess extends Omit<CommandContext, "writeNote" | "writeDetail" | "inputFiles"> {
  readonly writeOut: (text: string) => void;
}

/** `error` includes an invalid command line. `interrupted` is 128 plus the number of SIGINT, as in shells. */
export const EXIT_STATUS = { ok: 0, error: 1, changed: 2, notMerged: 2, interrupted: 130 } as const;

export function toExitStatus(error: unknown): number {
  return hasErrorCode(error, "interrupted") ? EXIT_STATUS.interrupted : EXIT_STATUS.error;
}

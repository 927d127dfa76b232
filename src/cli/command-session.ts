import type { Clock } from "../api/clock";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { OutputDocument } from "../report/output-document";

/** State and output of one run of the command. */
export interface CommandSession {
  readonly context: CommandContext;
  /** Writes text for people, redacted, or a document unaltered. @throws MergeQueueError as `checkDocument` */
  readonly write: (output: string | OutputDocument) => void;
  /** Returns a document's text, for a file. @throws MergeQueueError `invalid_configuration` for a secret */
  readonly checkDocument: (document: OutputDocument) => string;
  readonly finish: (exitStatus: number) => void;
  /** Adds a secret that no output may contain. */
  readonly addSecret: (secret: string) => void;
}

/** Signals after which the command cleans up and ends. */
export type StopSignal = "SIGINT" | "SIGTERM";

/** Which of the three standard streams are terminals, and the width in columns, if known. */
export interface Terminal {
  readonly isInput: boolean;
  readonly isOut: boolean;
  readonly isError: boolean;
  readonly columns: number | undefined;
}

/** The process as a command sees it, without standard output: a command writes to its session. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Undefined if the user has no home directory. All directories here are absolute. */
  readonly homeDirectory: string | undefined;
  /** Undefined on Windows. */
  readonly userId?: number | undefined;
  /** Base of relative paths on the command line; empty if that directory was deleted. */
  readonly workingDirectory: string;
  /** Directory of the running code, inside the package. */
  readonly codeDirectory: string;
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** The date: milliseconds since 1970 (UTC). */
  readonly nowMs: () => number;
  /** Writes to standard error: errors, warnings and questions. */
  readonly writeError: (text: string) => void;
  /** Writes to standard error: progress, notes and hints. `--quiet` silences them. */
  readonly writeNote: (text: string) => void;
  /** Writes to standard error with `--verbose` only. */
  readonly writeDetail: (text: string) => void;
  readonly readInput: () => Promise<Uint8Array>;
  /** Reads a line of standard input, without line break; undefined at the end. The signal makes it reject. */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
  /** Finishes the work even if standard output closes. `needed`: standard error then gets the output. */
  readonly holdOut: <Result>(work: () => Promise<Result>, output?: "needed") => Promise<Result>;
  /** Catches the next stop signal. A second one kills the process as usual. */
  readonly catchStop: () => Promise<StopSignal>;
  readonly awaitOrphaned: () => Promise<void>;
  /** Keys of files that this call reads and must not overwrite. A file has one key for all its names. */
  readonly inputFiles: Set<string>;
}

/** The whole process: the entry file injects it, so that everything else runs in a test. */
export interface CommandProcess extends Omit<CommandContext, "writeNote" | "writeDetail" | "inputFiles"> {
  readonly writeOut: (text: string) => void;
}

/** An invalid command line counts as `error`. `interrupted` is 128 plus SIGINT's number, as in shells. */
export const EXIT_STATUS = { ok: 0, error: 1, changed: 2, notMerged: 2, interrupted: 130 } as const;

export function toExitStatus(error: unknown): number {
  return hasErrorCode(error, "interrupted") ? EXIT_STATUS.interrupted : EXIT_STATUS.error;
}

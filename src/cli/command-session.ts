import type { CommandContext } from "./command-context";

/**
 * Output for programs: code, JSON or a report. It is written unaltered, or not at all if a secret is in it. A type of its
 * own, so that it cannot be passed off as text for people, in which secrets are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}

/** What the subcommands of one run share. */
export interface CommandSession {
  readonly context: CommandContext;
  /**
   * Writes to standard output: text for people with secrets redacted, a document unaltered.
   * @throws MergeQueueError `invalid_configuration` if a secret is in a document; nothing is written then
   */
  readonly write: (output: string | OutputDocument) => void;
  /**
   * Returns the text of a document, for a file.
   * @throws MergeQueueError `invalid_configuration` if a secret is in it
   */
  readonly checkDocument: (document: OutputDocument) => string;
  /** Sets the exit status of a subcommand that succeeds with another one than 0. */
  readonly finish: (exitStatus: number) => void;
  /** Adds a secret that no output may contain. */
  readonly addSecret: (secret: string) => void;
}

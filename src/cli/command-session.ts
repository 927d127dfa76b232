import type { CommandContext } from "./command-context";

/** What the subcommands of one run share. */
export interface CommandSession {
  /** The process. */
  readonly context: CommandContext;
  /** Takes the exit status of a subcommand that has one of its own. */
  readonly finish: (exitStatus: number) => void;
  /**
   * Writes a document to standard output: code, JSON or a report. It is written as it is, while secrets are taken out of
   * what the context writes.
   * @throws MergeQueueError as {@link CommandSession.checkDocument}
   */
  readonly writeDocument: (text: string) => void;
  /**
   * Makes sure that no secret is in a document, and returns it as it is.
   * @throws MergeQueueError `invalid_configuration` if one is
   */
  readonly checkDocument: (text: string) => string;
  /** Takes every secret that must not be printed. */
  readonly addSecret: (secret: string) => void;
}

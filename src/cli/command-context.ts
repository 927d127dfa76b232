/** A signal that ends the command in good order. */
export type StopSignal = "SIGINT" | "SIGTERM";

/** The process as the command sees it: injected by the entry file, so that everything else runs in a test. */
export interface CommandContext {
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Operating system as Node.js names it. */
  readonly platform: NodeJS.Platform;
  /** The user's home directory, absolute. */
  readonly homeDirectory: string;
  /** Where relative paths on the command line start, absolute. */
  readonly workingDirectory: string;
  /** Directory of the running code, absolute: the package is found from there. */
  readonly codeDirectory: string;
  /** Writes to standard output: what a program may read. */
  readonly writeOut: (text: string) => void;
  /** Writes to standard error: what is for people. */
  readonly writeError: (text: string) => void;
  /** From the call on, catches the next stop signal instead of dying of it. A second one kills as usual. */
  readonly catchStop: () => Promise<StopSignal>;
}

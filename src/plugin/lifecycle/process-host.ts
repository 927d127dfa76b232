import type { OutputHost } from "../logging/capture-output";
import type { ProcessEnvironment } from "../logging/logger";

/** The part of Node's `process` that a plugin needs, passed by the entry file. */
export interface ProcessHost extends OutputHost {
  readonly argv: readonly string[];
  readonly env: ProcessEnvironment;
  readonly pid: number;
  readonly ppid: number;
  readonly platform: string;
  /** Returns the user's id. Undefined on Windows. */
  readonly geteuid?: (() => number) | undefined;
  /** Ends the process. Listeners of `exit` run first. */
  exit(code: number): void;
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP" | "exit", listener: () => void): unknown;
  on(event: "uncaughtException" | "unhandledRejection", listener: (error: unknown) => void): unknown;
}

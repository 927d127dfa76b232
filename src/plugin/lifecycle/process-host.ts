import type { OutputStream } from "../logging/capture-output";
import type { Environment } from "../logging/read-log-level";

/** Signals that a plugin answers. */
export type PluginSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** The part of Node's `process` that a plugin needs; entry files hand it in. */
export interface ProcessHost {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly pid: number;
  /** The parent's process id now. */
  readonly ppid: number;
  /** Operating system as in `process.platform`. */
  readonly platform: string;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Ends the process; listeners of `exit` run first. */
  exit(code: number): void;
  on(event: PluginSignal | "exit", listener: () => void): unknown;
  on(event: "uncaughtException" | "unhandledRejection", listener: (error: unknown) => void): unknown;
}

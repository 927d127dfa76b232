import { formatLogLine } from "./format-log-line";
import type { LogLevel, LogSink } from "./logger";

const ORDER: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/** Options of {@link createLogSink}. */
export interface LogSinkOptions {
  /** Lines below it are dropped. Undefined drops all. */
  readonly level: LogLevel | undefined;
  /** Source of the lines, for example `provider.mergequeue`. */
  readonly module: string;
  /** Writes a line, with its line feed. Must not throw. */
  readonly write: (line: string) => void;
  /** Hides secrets in a string. */
  readonly redact: (text: string) => string;
  /** Returns the current time. */
  readonly now: () => Date;
}

/** Creates a sink that writes hclog JSON lines (rules G-20 to G-23). */
export function createLogSink(options: LogSinkOptions): LogSink {
  const { level: threshold, module, write, redact, now } = options;
  if (threshold === undefined) return () => undefined;
  const lowest = ORDER.indexOf(threshold);
  return (level, message, fields = {}) => {
    if (ORDER.indexOf(level) < lowest) return;
    write(formatLogLine({ level, module, message, time: now(), fields }, redact));
  };
}

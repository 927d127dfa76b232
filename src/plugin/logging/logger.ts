/** Levels of hclog, most verbose first. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes log lines. Fields may have any value; the sink formats and redacts them (rule G-21). */
export type LogSink = (
  level: LogLevel,
  message: string,
  fields?: { readonly [key: string]: unknown },
) => void;

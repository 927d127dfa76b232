/** Levels of hclog, from most to least talkative. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Takes log lines. Fields may hold anything; a sink makes valid, redacted lines of them (rule G-21). */
export type LogSink = (
  level: LogLevel,
  message: string,
  fields?: { readonly [key: string]: unknown },
) => void;

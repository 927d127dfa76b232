/** Levels of hclog, the most verbose level first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes log lines. Fields may have any value; the sink formats and redacts them. */
export type LogSink = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

export type ProcessEnvironment = { readonly [name: string]: string | undefined };

/** Returns the lowest level to log, from the first variable that is set; undefined if nothing is logged. */
export function readLogLevel(env: ProcessEnvironment, providerType: string): LogLevel | undefined {
  const own = `TF_LOG_PROVIDER_${providerType.toUpperCase().replaceAll("-", "_")}`;
  const value = [own, "TF_LOG_PROVIDER", "TF_LOG"].map((name) => env[name]).find((text) => text);
  const wanted = value?.toLowerCase();
  // In Terraform JSON means trace, formatted as JSON.
  return wanted === "json" ? "trace" : LOG_LEVELS.find((level) => level === wanted);
}

import type { LogLevel } from "./logger";

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

const LEVELS: { readonly [value: string]: LogLevel | undefined } = {
  TRACE: "trace",
  // In Terraform it means trace, formatted as JSON.
  JSON: "trace",
  DEBUG: "debug",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
};

/**
 * Returns the lowest level to log (rule G-23): from `TF_LOG_PROVIDER_<NAME>`, else `TF_LOG_PROVIDER`, else `TF_LOG`.
 * Undefined means no logging: nothing is set, or `OFF`, or not a level.
 * @param providerType - for example `mergequeue`; dashes become underscores in the variable's name
 */
export function readLogLevel(env: Environment, providerType: string): LogLevel | undefined {
  const own = `TF_LOG_PROVIDER_${providerType.toUpperCase().replaceAll("-", "_")}`;
  const value = [own, "TF_LOG_PROVIDER", "TF_LOG"].map((name) => env[name]).find((text) => text);
  const level = value?.toUpperCase() ?? "";
  return Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined;
}

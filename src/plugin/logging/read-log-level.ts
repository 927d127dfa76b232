import type { LogLevel } from "./logger";

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

const LEVELS: { readonly [value: string]: LogLevel | undefined } = {
  TRACE: "trace",
  // Terraform takes it for "trace, as JSON".
  JSON: "trace",
  DEBUG: "debug",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
};

/**
 * Answers from which level on log lines are written (rule G-23): `TF_LOG_PROVIDER_<NAME>`, else
 * `TF_LOG_PROVIDER`, else `TF_LOG`. Undefined means silence: nothing is set, or `OFF`, or no level at all.
 *
 * @param providerType - The provider's type, for example `mergequeue`; its dashes are underscores in the name.
 */
export function readLogLevel(env: Environment, providerType: string): LogLevel | undefined {
  const own = `TF_LOG_PROVIDER_${providerType.toUpperCase().replaceAll("-", "_")}`;
  const value = [own, "TF_LOG_PROVIDER", "TF_LOG"].map((name) => env[name]).find((text) => text);
  const level = value?.toUpperCase() ?? "";
  return Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined;
}

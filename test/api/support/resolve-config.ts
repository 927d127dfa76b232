import { type ClientArguments, describeFinding, type Environment } from "../../../src/api/client-arguments";
import { type ClientConfig, resolveClientConfig } from "../../../src/api/client-config";
import type { ArgumentName } from "../../../src/queue/provider-arguments";
import { TOKEN } from "./make-client";

export const BASE_URL = "https://merge.example.com/v1";
/** The arguments that must be given. */
export const GIVEN: ClientArguments = { baseUrl: BASE_URL, token: TOKEN };

/** Resolves a configuration that is right. */
export function resolve(
  explicit: ClientArguments,
  env: Environment = {},
  unknown: ArgumentName[] = [],
): ClientConfig {
  const { config, findings } = resolveClientConfig(explicit, env, unknown);
  if (config === undefined) throw new Error(JSON.stringify(findings));
  return config;
}

/** Lists the problems of a configuration, each with its argument; it is resolved if there are none. */
export function findProblems(
  explicit: ClientArguments,
  env: Environment = {},
  unknown: ArgumentName[] = [],
): string[] {
  const { config, findings } = resolveClientConfig(explicit, env, unknown);
  expect(config === undefined).toBe(findings.length > 0);
  return findings.map((finding) => `${finding.argument ?? ""}: ${describeFinding(finding)}`);
}

import type { ApiClient } from "../api/api-client";
import { SYSTEM_CLOCK } from "../api/clock";
import {
  type ArgumentFinding,
  type ClientArguments,
  describeFinding,
  type Environment,
} from "../api/configuration/client-arguments";
import { type ClientConfig, readCaFile, resolveClientConfig } from "../api/configuration/client-config";
import { createApiClient } from "../api/create-api-client";
import { RequestLimiter } from "../api/retry/request-limiter";
import { attributePath, type Diagnostic } from "../plugin/diagnostic";
import type { LogSink } from "../plugin/logging/logger";
import type { CallContext, ConfigureRequest, ConfigureResponse } from "../plugin/provider-definition";
import { getAttribute } from "../plugin/values/get-attribute";
import { TfNumber } from "../plugin/values/tf-number";
import { type ObjectValue, UNKNOWN } from "../plugin/values/value";
import { type ArgumentName, PROVIDER_ARGUMENTS } from "../queue/provider-arguments";
import { describeError } from "./describe-error";
import { createProviderData, type ProviderData } from "./provider-data";

/** What the provider needs from its process. */
export interface ProviderProcess {
  /** The environment's variables. */
  readonly env: Environment;
  /** Takes every secret that must never be printed. */
  readonly addSecret: (secret: string) => void;
}

/**
 * Checks the arguments that the provider's configuration sets. The environment may still give the others, so
 * `terraform validate` passes without a token (rule C-01).
 */
export function validateProvider(config: ObjectValue, { env }: ProviderProcess): Diagnostic[] {
  const { findings } = resolveClientConfig(toArguments(config), env, [
    ...listArguments(config, UNKNOWN),
    ...listArguments(config, null),
  ]);
  return findings.map((finding) => toDiagnostic("error", finding));
}

/**
 * Makes the client of the service. Unknown arguments are not an error here: the first call that needs them fails and
 * names them (rule C-70).
 */
export async function configureProvider(
  { config, terraformVersion }: ConfigureRequest,
  { env, addSecret }: ProviderProcess,
  { log }: CallContext,
): Promise<ConfigureResponse<ProviderData>> {
  const unknownArguments = listArguments(config, UNKNOWN);
  const resolution = resolveClientConfig(toArguments(config), env, unknownArguments);
  const diagnostics = [
    ...resolution.findings.map((finding) => toDiagnostic("error", finding)),
    ...resolution.warnings.map((finding) => toDiagnostic("warning", finding)),
  ];
  if (resolution.findings.length > 0) return { data: undefined, diagnostics };
  if (resolution.config === undefined) {
    return { data: createProviderData(undefined, unknownArguments, terraformVersion), diagnostics };
  }
  addSecret(resolution.config.token.reveal());
  try {
    const api = await createClient(resolution.config, terraformVersion, log);
    return { data: createProviderData(api, unknownArguments, terraformVersion), diagnostics };
  } catch (error) {
    return { data: undefined, diagnostics: [...diagnostics, describeError(error, "configuration")] };
  }
}

/**
 * The limiter of the process. It sets no limit of its own: `-parallelism` already limits how many calls Terraform makes at once,
 * and every call except a list sends one request at a time.
 */
const LIMITER = new RequestLimiter(SYSTEM_CLOCK, Infinity);

async function createClient(
  config: ClientConfig,
  terraformVersion: string,
  log: LogSink,
): Promise<ApiClient> {
  return createApiClient(config, {
    source: "terraform",
    terraformVersion,
    limiter: LIMITER,
    ownsProcess: true,
    ca: config.caFile === undefined ? undefined : await readCaFile(config.caFile),
    observe: (event) => {
      log("debug", "request", { ...event });
    },
  });
}

function listArguments(config: ObjectValue, value: null | typeof UNKNOWN): ArgumentName[] {
  return PROVIDER_ARGUMENTS.map(({ attribute }) => attribute).filter(
    (attribute) => getAttribute(config, attribute) === value,
  );
}

/** Terraform has converted each value to the type that the schema names. */
function toArguments(config: ObjectValue): ClientArguments {
  return Object.fromEntries(
    PROVIDER_ARGUMENTS.flatMap(({ attribute, name }) => {
      const value = getAttribute(config, attribute);
      if (value === null || value === UNKNOWN) return [];
      return [[name, value instanceof TfNumber ? Number(value.text) : value]];
    }),
  );
}

function toDiagnostic(severity: Diagnostic["severity"], finding: ArgumentFinding): Diagnostic {
  const { argument } = finding;
  return {
    severity,
    summary: argument === undefined ? "Invalid provider environment" : `Invalid ${argument}`,
    detail: describeFinding(finding),
    ...(argument === undefined ? {} : { path: attributePath(argument) }),
  };
}

import type { ApiClient } from "../api/api-client";
import { SYSTEM_CLOCK } from "../api/clock";
import type { ClientArgument, ClientArguments, Environment } from "../api/configuration/client-arguments";
import { CLIENT_ARGUMENTS } from "../api/configuration/client-arguments";
import type { ClientConfig } from "../api/configuration/client-config";
import { resolveClientConfig } from "../api/configuration/client-config";
import { readCaFile } from "../api/configuration/read-ca-file";
import { createApiClient } from "../api/create-api-client";
import type { Diagnostic } from "../plugin/diagnostic";
import { attributePath } from "../plugin/diagnostic";
import type { LogSink } from "../plugin/logging/logger";
import type { CallContext, ConfigureRequest, ConfigureResponse } from "../plugin/provider-definition";
import { getAttribute, getBoolean, getNumber, getString } from "../plugin/values/get-attribute";
import type { ObjectValue } from "../plugin/values/value";
import { UNKNOWN } from "../plugin/values/value";
import type { Finding } from "../queue/finding";
import { Reconciler } from "../reconcile/reconciler";
import { describeError } from "./describe-error";
import type { ProviderData } from "./provider-data";
import { QueueClaims, SeenQueues } from "./provider-data";

/** What the provider needs from its process. */
export interface ProviderProcess {
  /** The environment's variables. */
  readonly env: Environment;
  /** Takes every secret that must never be printed. */
  readonly addSecret: (secret: string) => void;
}

/**
 * Checks the provider's configuration as far as it is written there: what may come from the environment is
 * not missed yet, so that `terraform validate` passes without a token (rule C-01).
 */
export function validateProvider(config: ObjectValue, { env }: ProviderProcess): Diagnostic[] {
  const unwritten = CLIENT_ARGUMENTS.filter((name) => getAttribute(config, name) === null);
  const open = [...listUnknown(config), ...unwritten];
  const { findings } = resolveClientConfig(toArguments(config), env, open);
  return findings.map((finding) => toDiagnostic("error", finding));
}

/**
 * Makes what talks to the service. Arguments that are unknown as yet are no error here: the first call that
 * needs them fails and names them (rule C-70).
 */
export async function configureProvider(
  { config, terraformVersion }: ConfigureRequest,
  { env, addSecret }: ProviderProcess,
  { log }: CallContext,
): Promise<ConfigureResponse<ProviderData>> {
  const unknownArguments = listUnknown(config);
  const resolution = resolveClientConfig(toArguments(config), env, unknownArguments);
  const diagnostics = [
    ...resolution.findings.map((finding) => toDiagnostic("error", finding)),
    ...resolution.warnings.map((finding) => toDiagnostic("warning", finding)),
  ];
  if (resolution.findings.length > 0) return { data: undefined, diagnostics };
  const base = {
    clock: SYSTEM_CLOCK,
    unknownArguments,
    seenQueues: new SeenQueues(),
    claims: new QueueClaims(),
  };
  if (resolution.config === undefined) {
    return { data: { ...base, reconciler: undefined, api: undefined }, diagnostics };
  }
  addSecret(resolution.config.token.reveal());
  try {
    const api = await createClient(resolution.config, terraformVersion, log);
    return { data: { ...base, reconciler: new Reconciler(api, SYSTEM_CLOCK), api }, diagnostics };
  } catch (error) {
    return { data: undefined, diagnostics: [...diagnostics, describeError(error)] };
  }
}

async function createClient(
  config: ClientConfig,
  terraformVersion: string,
  log: LogSink,
): Promise<ApiClient> {
  return createApiClient(config, {
    source: "terraform",
    terraformVersion,
    ca: config.caFile === undefined ? undefined : await readCaFile(config.caFile),
    observe: (event) => {
      log("debug", "request", { ...event });
    },
  });
}

function listUnknown(config: ObjectValue): ClientArgument[] {
  return CLIENT_ARGUMENTS.filter((name) => getAttribute(config, name) === UNKNOWN);
}

function toArguments(config: ObjectValue): ClientArguments {
  return {
    baseUrl: known(getString(config, "base_url")),
    token: known(getString(config, "token")),
    requestTimeoutSeconds: toNumber(known(getNumber(config, "request_timeout_seconds"))),
    maxRetries: toNumber(known(getNumber(config, "max_retries"))),
    maxRequestsPerSecond: toNumber(known(getNumber(config, "max_requests_per_second"))),
    allowInsecureHttp: known(getBoolean(config, "allow_insecure_http")),
    caFile: known(getString(config, "ca_file")),
  };
}

function known<T>(value: T | null | typeof UNKNOWN): T | undefined {
  return value === null || value === UNKNOWN ? undefined : (value as T);
}

function toNumber(value: { readonly text: string } | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.text);
}

function toDiagnostic(severity: Diagnostic["severity"], { path, message }: Finding): Diagnostic {
  const [argument] = path;
  return {
    severity,
    summary: argument === undefined ? "Invalid provider environment" : `Invalid ${argument}`,
    detail: message,
    ...(argument === undefined ? {} : { path: attributePath(argument) }),
  };
}

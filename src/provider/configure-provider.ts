import {
  type ArgumentFinding,
  type ClientArguments,
  describeFinding,
  type Environment,
} from "../api/client-arguments";
import { readCaFile, resolveClientConfig } from "../api/client-config";
import { SYSTEM_CLOCK } from "../api/clock";
import { createApiClient } from "../api/create-api-client";
import { RequestLimiter } from "../api/request-limiter";
import { attributePath, type Diagnostic } from "../plugin/diagnostic";
import { getAttribute } from "../plugin/get-attribute";
import type { CallContext, ConfigureRequest, ConfigureResponse } from "../plugin/provider-definition";
import type { RunHost } from "../plugin/run-directory";
import { TfNumber } from "../plugin/tf-number";
import { type ObjectValue, UNKNOWN } from "../plugin/value";
import { type ArgumentName, PROVIDER_ARGUMENTS } from "../queue/provider-arguments";
import { describeError } from "./describe-error";
import { createError } from "./diagnostics";
import { createProviderData, type ProviderData } from "./provider-data";
import type { SharedClaims } from "./shared-claims";

/** The inputs that the provider takes from its process. */
export interface ProviderProcess {
  readonly env: Environment;
  /** Called with every secret, so that all output hides the secret. */
  readonly addSecret: (secret: string) => void;
  /** The facts that identify the Terraform run of this process. Default: the run is unknown. */
  readonly run?: RunHost | undefined;
}

/** Checks only arguments that are set, so that `terraform validate` works without a token. */
export function validateProvider(config: ObjectValue, { env }: ProviderProcess): Diagnostic[] {
  const { findings } = resolveClientConfig(toArguments(config), env, [
    ...listArguments(config, UNKNOWN),
    ...listArguments(config, null),
  ]);
  return findings.map(toError);
}

/** Makes the client. While the token or the address is unknown, calls that need the client fail. */
export async function configureProvider(
  { config, terraformVersion }: ConfigureRequest,
  { env, addSecret }: ProviderProcess,
  { log }: CallContext,
  shared?: SharedClaims,
): Promise<ConfigureResponse<ProviderData>> {
  const unknownArguments = listArguments(config, UNKNOWN);
  const resolution = resolveClientConfig(toArguments(config), env, unknownArguments);
  const diagnostics = [
    ...resolution.findings.map(toError),
    ...resolution.warnings.map((finding) => ({ ...toError(finding), severity: "warning" as const })),
  ];
  if (resolution.findings.length > 0) return { data: undefined, diagnostics };
  if (resolution.config === undefined)
    return { data: createProviderData(undefined, unknownArguments, terraformVersion), diagnostics };
  addSecret(resolution.config.token.reveal());
  try {
    const { caFile } = resolution.config;
    const api = createApiClient(resolution.config, {
      source: "terraform",
      terraformVersion,
      limiter: LIMITER,
      ownsProcess: true,
      ca: caFile === undefined ? undefined : await readCaFile(caFile),
      observe: (event) => {
        log("debug", "request", { ...event });
      },
    });
    return { data: createProviderData(api, unknownArguments, terraformVersion, shared), diagnostics };
  } catch (error) {
    return { data: undefined, diagnostics: [...diagnostics, describeError(error, "configuration")] };
  }
}

/** Does not limit the number of concurrent requests, because Terraform's `-parallelism` already does. */
const LIMITER = new RequestLimiter(SYSTEM_CLOCK, Infinity);

function listArguments(config: ObjectValue, value: null | typeof UNKNOWN): ArgumentName[] {
  return PROVIDER_ARGUMENTS.map(({ attribute }) => attribute).filter(
    (attribute) => getAttribute(config, attribute) === value,
  );
}

/** Returns the arguments that are set. Each has its type from the schema: Terraform has converted it. */
function toArguments(config: ObjectValue): ClientArguments {
  return Object.fromEntries(
    PROVIDER_ARGUMENTS.flatMap(({ attribute, name }) => {
      const value = getAttribute(config, attribute);
      if (value === null || value === UNKNOWN) return [];
      return [[name, value instanceof TfNumber ? Number(value.text) : value]];
    }),
  );
}

function toError(finding: ArgumentFinding): Diagnostic {
  const { argument } = finding;
  return argument === undefined
    ? createError("Invalid provider environment", describeFinding(finding))
    : createError(`Invalid ${argument}`, describeFinding(finding), attributePath(argument));
}

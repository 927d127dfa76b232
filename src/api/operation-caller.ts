import { PACKAGE_NAME, VERSION } from "../product";
import type { ApiClient, CallOptions } from "./api-client";
import type { ClientConfig } from "./configuration/client-config";
import { encodeRequest } from "./encode-request";
import { OPERATIONS } from "./operations";
import { readSubject } from "./request-subject";
import { toCallError } from "./responses/describe-failure";
import { ForeignText } from "./responses/foreign-text";
import type { Failure } from "./responses/interpret-exchange";
import { Patience } from "./retry/patience";
import { PROBE_OPERATION, PROBE_REQUEST, RouteProof } from "./retry/route-proof";
import { type AttemptContext, type AttemptEvent, runAttempts } from "./retry/run-attempts";
import { avoidOptimizingParser } from "./transport/avoid-optimizing-parser";
import type { Transport } from "./transport/exchange";
import { createUndiciTransport } from "./transport/undici-transport";

/** Dependencies of a client, beside its configuration. */
export interface CallerDependencies extends Pick<AttemptContext, "clock" | "random" | "limiter"> {
  /** Name of the caller in the header `x-source`: `terraform`, `mergequeue`; visible ASCII. */
  readonly source: string;
  /** Version of Terraform or OpenTofu, if one runs the provider. */
  readonly terraformVersion?: string | undefined;
  /** Trusted roots beside the built-in ones, in PEM form, as `readCaFile` returns them. */
  readonly ca?: string | undefined;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
  /** Whether the process is only there for this client and may be tuned for it. Default: false, as in a library. */
  readonly ownsProcess?: boolean | undefined;
  /** Called after every attempt, for logs. */
  readonly observe?: ((event: AttemptEvent) => void) | undefined;
}

/** Creates what the attempts of a client share. */
export function createAttemptContext(config: ClientConfig, dependencies: CallerDependencies): AttemptContext {
  const { origin, proxy, maxRequestsPerSecond } = config;
  const { source, terraformVersion, ca, observe = () => undefined, ...rest } = dependencies;
  const token = config.token.reveal();
  return {
    ...config,
    ...rest,
    transport: rest.transport ?? createUndiciTransport({ origin, ca, proxy }),
    headers: {
      "user-agent": formatUserAgent(terraformVersion),
      "x-api-token": token,
      "x-source": source,
    },
    intervalMs: maxRequestsPerSecond === undefined ? 0 : 1000 / maxRequestsPerSecond,
    foreign: new ForeignText(token),
    patience: new Patience(origin),
    observe,
  };
}

/** Creates the function that calls operations. Loaded with the first call: HTTP and schemas take longer than all else. */
export function createOperationCaller(
  config: ClientConfig,
  dependencies: CallerDependencies,
): ApiClient["call"] {
  const { origin, tokenSource, vocabulary } = config;
  if (dependencies.ownsProcess === true) avoidOptimizingParser();
  const routeProof = new RouteProof();
  const context = createAttemptContext(config, dependencies);
  const { foreign } = context;

  /** Checks that a 404 comes from an address that serves the interface. */
  async function confirmNotFound(failure: Failure, options: CallOptions): Promise<Failure> {
    const proof = await routeProof.prove(() => runAttempts(context, PROBE_OPERATION, PROBE_REQUEST, options));
    if (proof === undefined || proof.kind === "served") return failure;
    if (proof.kind === "absent") {
      const why = `${failure.why}, but every /getQueue there gets this response, even without a queue: this is not a merge queue service`;
      return { ...failure, code: "wrong_address", why };
    }
    const why = `${failure.why}, and the check whether this is a merge queue service failed: ${proof.failure.why}`;
    return { ...proof.failure, why, isEffectPossible: false };
  }

  return async (name, request, options) => {
    const operation = OPERATIONS[name];
    const encoded = encodeRequest(name, request);
    const hiding = foreign.hiding(options.secrets);
    const conclusion = await runAttempts({ ...context, foreign: hiding }, operation, encoded, options);
    const { result } = conclusion;
    if (result.kind === "success") {
      routeProof.accept();
      return result.value;
    }
    const isDoubtful = result.code === "not_found" && options.isProofNeeded !== false;
    const failure = isDoubtful ? await confirmNotFound(result, options) : result;
    const { earlier } = options;
    const attempts = conclusion.attempts + (earlier?.attempts ?? 0);
    const elapsedMs = conclusion.elapsedMs + (earlier?.elapsedMs ?? 0);
    const call = { operation, subject: readSubject(request), failure, attempts, elapsedMs, earlier };
    throw toCallError({ ...call, origin, tokenSource, vocabulary }, hiding);
  };
}

/** Returns the `User-Agent`: `terraform-provider-mergequeue/1.0.0 Terraform/1.11.4`, without what is not a version. */
export function formatUserAgent(terraformVersion?: string): string {
  const product = `${PACKAGE_NAME}/${VERSION}`;
  const isVersion = terraformVersion !== undefined && /^[0-9A-Za-z.+-]{1,64}$/.test(terraformVersion);
  return isVersion ? `${product} Terraform/${terraformVersion}` : product;
}

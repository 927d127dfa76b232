import { PACKAGE_NAME, VERSION } from "../product";
import type { ApiClient, CallOptions } from "./api-client";
import type { Clock } from "./clock";
import type { ClientConfig } from "./configuration/client-config";
import { encodeRequest } from "./encode-request";
import { OPERATIONS } from "./operations";
import { readSubject } from "./request-subject";
import { toCallError } from "./responses/describe-failure";
import { ForeignText } from "./responses/foreign-text";
import type { Failure } from "./responses/interpret-exchange";
import { Patience } from "./retry/patience";
import type { RequestLimiter } from "./retry/request-limiter";
import { PROBE_OPERATION, PROBE_REQUEST, RouteProof } from "./retry/route-proof";
import { type AttemptContext, type AttemptEvent, runAttempts } from "./retry/run-attempts";
import { avoidOptimizingParser } from "./transport/avoid-optimizing-parser";
import type { Transport } from "./transport/exchange";
import { createUndiciTransport } from "./transport/undici-transport";

/** Dependencies of a client, beside its configuration. */
export interface CallerDependencies {
  /** Name of the caller in the header `x-source`: `terraform`, `mergequeue`; visible ASCII. */
  readonly source: string;
  /** Version of Terraform or OpenTofu, if one runs the provider. */
  readonly terraformVersion?: string | undefined;
  /** Trusted roots beside the built-in ones, in PEM form, as `readCaFile` returns them. */
  readonly ca?: string | undefined;
  readonly clock: Clock;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  readonly limiter: RequestLimiter;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
  /** Whether the process is only there for this client and may be tuned for it. Default: false, as in a library. */
  readonly ownsProcess?: boolean | undefined;
  /** Called after every attempt, for logs. */
  readonly observe?: ((event: AttemptEvent) => void) | undefined;
}

/**
 * Creates the function that calls operations. `createApiClient` loads this module with the first call, because HTTP and
 * schemas take longer to load than everything else.
 */
export function createOperationCaller(
  config: ClientConfig,
  dependencies: CallerDependencies,
): ApiClient["call"] {
  const {
    origin,
    basePath,
    proxy,
    tokenSource,
    vocabulary,
    maxRetries,
    requestTimeoutMs,
    maxRequestsPerSecond,
  } = config;
  const { source, terraformVersion, ca, clock, random, limiter, observe = () => undefined } = dependencies;
  if (dependencies.ownsProcess === true) avoidOptimizingParser();
  const token = config.token.reveal();
  const foreign = new ForeignText(token);
  const routeProof = new RouteProof();
  const context: AttemptContext = {
    transport: dependencies.transport ?? createUndiciTransport({ origin, ca, proxy }),
    headers: {
      "user-agent": formatUserAgent(terraformVersion),
      "x-api-token": token,
      "x-source": source,
    },
    intervalMs: maxRequestsPerSecond === undefined ? 0 : 1000 / maxRequestsPerSecond,
    limiter,
    clock,
    random,
    foreign,
    patience: new Patience(origin),
    basePath,
    requestTimeoutMs,
    maxRetries,
    observe,
  };

  /** Checks that a 404 comes from an address that serves the interface. */
  async function confirmNotFound(failure: Failure, options: CallOptions): Promise<Failure> {
    const proof = await routeProof.prove(() => runAttempts(context, PROBE_OPERATION, PROBE_REQUEST, options));
    switch (proof.kind) {
      case "served":
        return failure;
      case "absent": {
        const why = `${failure.why}, but every /getQueue there gets this response, even without a queue: this is not a merge queue service`;
        return { ...failure, code: "wrong_address", why };
      }
      case "unclear": {
        const why = `${failure.why}, and the check whether this is a merge queue service failed: ${proof.failure.why}`;
        return { ...proof.failure, why, isEffectPossible: false };
      }
    }
  }

  return async (name, request, options) => {
    const operation = OPERATIONS[name];
    const encoded = encodeRequest(name, request);
    const hiding = options.secrets === undefined ? foreign : foreign.hiding(options.secrets);
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

/**
 * Returns the `User-Agent` of every request: `terraform-provider-mergequeue/1.0.0 Terraform/1.11.4`.
 * @param terraformVersion - as Terraform or OpenTofu reports it; left out if it is not a version
 */
export function formatUserAgent(terraformVersion?: string): string {
  const product = `${PACKAGE_NAME}/${VERSION}`;
  const isVersion = terraformVersion !== undefined && /^[0-9A-Za-z.+-]{1,64}$/.test(terraformVersion);
  return isVersion ? `${product} Terraform/${terraformVersion}` : product;
}

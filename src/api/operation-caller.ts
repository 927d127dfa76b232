import type { ApiClient, CallOptions } from "./api-client";
import type { Clock } from "./clock";
import type { ClientConfig } from "./configuration/client-config";
import type { EncodedRequest } from "./encode-request";
import { encodeRequest } from "./encode-request";
import { OPERATIONS } from "./operations";
import { PROBE_QUEUE } from "./operations/probe-queue";
import { readSubject } from "./request-subject";
import { toCallError } from "./responses/describe-failure";
import { ForeignText } from "./responses/foreign-text";
import type { Failure } from "./responses/interpret-exchange";
import { RouteProof } from "./responses/route-proof";
import { Patience } from "./retry/patience";
import type { RequestLimiter } from "./retry/request-limiter";
import type { AttemptContext, AttemptEvent } from "./retry/run-attempts";
import { runAttempts } from "./retry/run-attempts";
import type { Transport } from "./transport/exchange";
import { createUndiciTransport } from "./transport/undici-transport";
import { formatUserAgent } from "./user-agent";

/** A request without the fields that every service wants. */
const PROBE: EncodedRequest = { query: "", body: "{}" };

/** What a client needs beside its configuration. */
export interface CallerDependencies {
  /** Who calls, as the header `x-source` tells the service: `terraform`, `mergequeue`; visible ASCII. */
  readonly source: string;
  /** Version of Terraform or OpenTofu, where one runs us. */
  readonly terraformVersion?: string | undefined;
  /** Roots to trust beside the built-in ones, in PEM form, as `readCaFile` answers them. */
  readonly ca?: string | undefined;
  readonly clock: Clock;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  readonly limiter: RequestLimiter;
  /** What sends requests. Default: undici over the network. */
  readonly transport?: Transport | undefined;
  /** Hears of every attempt, for logs. Default: nobody does. */
  readonly observe?: ((event: AttemptEvent) => void) | undefined;
}

/**
 * Makes what calls operations. It is a module of its own because HTTP and schemas take some 100 ms to load:
 * `createApiClient` loads it with the first call.
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
    patience: new Patience(),
    basePath,
    requestTimeoutMs,
    maxRetries,
    observe,
  };

  /** A 404 means what it says only at an address that serves the interface. */
  async function confirmNotFound(failure: Failure, options: CallOptions): Promise<Failure> {
    const proof = await routeProof.prove(() => runAttempts(context, PROBE_QUEUE, PROBE, options));
    switch (proof.kind) {
      case "served":
        return failure;
      case "absent": {
        const why = `${failure.why}, but it answers every /getQueue so, also one that names no queue: this is no merge queue service`;
        return { ...failure, code: "wrong_address", why };
      }
      case "unclear": {
        const why = `${failure.why}, and whether this is a merge queue service could not be told: ${proof.failure.why}`;
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
    if (result.kind === "success") return result.value;
    const failure = result.code === "not_found" ? await confirmNotFound(result, options) : result;
    const { earlier } = options;
    const attempts = conclusion.attempts + (earlier?.attempts ?? 0);
    const elapsedMs = conclusion.elapsedMs + (earlier?.elapsedMs ?? 0);
    const call = { operation, subject: readSubject(request), failure, attempts, elapsedMs, earlier };
    throw toCallError({ ...call, origin, tokenSource, vocabulary }, hiding);
  };
}

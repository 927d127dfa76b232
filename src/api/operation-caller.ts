import * as z from "zod/mini";
import { PACKAGE_NAME, VERSION } from "../product";
import { GET_QUEUE } from "../wire/first/get-queue";
import { OPERATIONS } from "../wire/first/operations";
import type { ApiClient, AttemptEvent, CallOptions } from "./api-client";
import type { ClientConfig } from "./client-config";
import { encodeRequest } from "./encode-request";
import type { Exchange, Transport } from "./exchange";
import { PROCESS_LIMITER } from "./request-limiter";
import { readSubject, toCallError } from "./responses/describe-failure";
import { ForeignText } from "./responses/foreign-text";
import type { Failure } from "./responses/interpret-exchange";
import type { AttemptContext } from "./retry/attempts";
import { Patience } from "./retry/patience";
import { runAttempts } from "./retry/run-attempts";
import { avoidOptimizingParser } from "./transport/avoid-optimizing-parser";
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
  /** Whether the process serves only this client and may be tuned for it. Default: false, as in a library. */
  readonly ownsProcess?: boolean | undefined;
  /** Called after every attempt, for logs. */
  readonly observe?: ((event: AttemptEvent) => void) | undefined;
}

function createAttemptContext(config: ClientConfig, dependencies: CallerDependencies): AttemptContext {
  const { origin, proxy, maxRequestsPerSecond } = config;
  const { source, terraformVersion, ca, observe = () => undefined, ...rest } = dependencies;
  const { forkedWorkflowRunId: runId } = config;
  const fork = runId === undefined ? {} : { "x-forked-workflow-run-id": runId };
  const token = config.token.reveal();
  const userAgent = formatUserAgent(terraformVersion);
  return {
    ...config,
    ...rest,
    transport: rest.transport ?? createUndiciTransport({ origin, ca, proxy }),
    headers: { "user-agent": userAgent, "x-api-token": token, ...fork, "x-source": source },
    intervalMs: maxRequestsPerSecond === undefined ? 0 : 1000 / maxRequestsPerSecond,
    foreign: new ForeignText(token),
    patience: new Patience(origin),
    observe,
  };
}

/** Creates what calls operations. Loaded with the first call: HTTP and schemas take longer than all else. */
export function createOperationCaller(config: ClientConfig, given: CallerDependencies): ApiClient["call"] {
  if (given.ownsProcess === true) avoidOptimizingParser();
  const context = createAttemptContext(config, given);
  const { foreign } = context;
  let isProven = false;
  let pending: Promise<Proof> | undefined;

  async function probe(options: CallOptions): Promise<Proof> {
    try {
      const found = await probeRoute(context, options);
      isProven = found.proof === "served";
      return found;
    } finally {
      pending = undefined;
    }
  }

  /**
   * Probes whether the address serves the interface, which is proven once per client. Concurrent callers
   * share one probe; if it fails, perhaps because of its caller's own limits, the next caller sends another.
   * @returns undefined if it is proven already
   */
  async function prove(options: CallOptions): Promise<Proof | undefined> {
    while (pending !== undefined) {
      const shared = await pending;
      if (shared.proof !== "unclear") return shared;
    }
    if (isProven) return undefined;
    pending = probe(options);
    return pending;
  }

  /**
   * Tells "no such queue" from "no such service", so that a mistyped address never looks like deleted queues:
   * the first 404 counts only after a success, or if a probe is refused as incomplete.
   */
  async function confirmNotFound(failure: Failure, options: CallOptions): Promise<Failure> {
    const found = await prove(options);
    if (found === undefined || found.proof === "served") return failure;
    if (found.proof === "absent") {
      const why = `${failure.why}, but every /getQueue there gets this response, even without a queue: this is not a merge queue service`;
      return { ...failure, code: "wrong_address", why };
    }
    const why = `${failure.why}, and the check whether this is a merge queue service failed: ${found.failure.why}`;
    return { ...found.failure, why, isEffectPossible: false };
  }

  return async (name, request, options) => {
    const operation = OPERATIONS[name];
    const encoded = encodeRequest(name, request);
    const hiding = foreign.hiding(options.secrets);
    const conclusion = await runAttempts({ ...context, foreign: hiding }, operation, encoded, options);
    const { result } = conclusion;
    if (result.kind === "success") {
      // Only a service that has the interface answers its requests.
      isProven = true;
      return result.value;
    }
    const isDoubtful = result.code === "not_found" && options.isProofNeeded !== false;
    const failure = isDoubtful ? await confirmNotFound(result, options) : result;
    const { earlier } = options;
    const attempts = conclusion.attempts + (earlier?.attempts ?? 0);
    const elapsedMs = conclusion.elapsedMs + (earlier?.elapsedMs ?? 0);
    const subject = readSubject(request);
    throw toCallError({ operation, subject, failure, attempts, elapsedMs, earlier }, config, hiding);
  };
}

/** Returns the `User-Agent`, valid versions only: `terraform-provider-mergequeue/1.0.0 Terraform/1.11.4`. */
export function formatUserAgent(terraformVersion?: string): string {
  const product = `${PACKAGE_NAME}/${VERSION}`;
  const isVersion = terraformVersion !== undefined && /^[0-9A-Za-z.+-]{1,64}$/.test(terraformVersion);
  return isVersion ? `${product} Terraform/${terraformVersion}` : product;
}

const PROBE = { ...GET_QUEUE, responseSchema: z.unknown(), responseFormat: "any" } as const;

interface Proof {
  /** Whether the address serves the interface; `unclear`: the probe failed. */
  readonly proof: "served" | "absent" | "unclear";
  /** Why not. Also a service that does refuses a request without a queue, which is a failure, too. */
  readonly failure: Failure;
}

/** Sends `/getQueue` with an empty object: a merge queue service refuses it, other servers do not know it. */
async function probeRoute(context: AttemptContext, options: CallOptions): Promise<Proof> {
  const { result } = await runAttempts(context, PROBE, { query: "", body: "{}" }, options);
  if (result.kind === "success") {
    const why = "a request that names no queue was answered with success";
    const facts = { code: "unexpected_response", canRetry: false, isEffectPossible: false } as const;
    return { proof: "unclear", failure: { kind: "failure", why, ...facts } };
  }
  // A service refuses a request without its required fields.
  if (result.status === 400 || result.status === 422) return { proof: "served", failure: result };
  const isAbsent = result.code === "not_found" || result.code === "wrong_address";
  return { proof: isAbsent ? "absent" : "unclear", failure: result };
}

/** What one request found out about an address. */
export interface RouteProbe extends Proof {
  /** The response or fault; undefined if time was up or the user interrupted before a request was sent. */
  readonly exchange: Exchange | undefined;
}

/**
 * Sends one `/getQueue` with an empty object and returns all that it shows. Failed requests never throw.
 * @param options - `withToken`: without it, a service responds with 401, or 400 if it checks requests first
 */
export async function probeService(
  config: ClientConfig,
  dependencies: Pick<CallerDependencies, "ca" | "clock" | "source">,
  { withToken, ...options }: Pick<CallOptions, "deadline" | "stopSignal"> & { readonly withToken: boolean },
): Promise<RouteProbe> {
  const own = { ...dependencies, random: Math.random, limiter: PROCESS_LIMITER };
  const context = createAttemptContext(config, own);
  const without = Object.entries(context.headers).filter(([name]) => name !== "x-api-token");
  let exchange: Exchange | undefined;
  const probed: AttemptContext = {
    ...context,
    transport: async (request) => (exchange = await context.transport(request)),
    headers: withToken ? context.headers : Object.fromEntries(without),
    intervalMs: 0,
  };
  const found = await probeRoute(probed, { ...options, maxAttempts: 1 });
  return { exchange, ...found };
}

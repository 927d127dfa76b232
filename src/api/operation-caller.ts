import * as z from "zod/mini";
import { PACKAGE_NAME, VERSION } from "../product";
import { MergeQueueError } from "../queue/merge-queue-error";
import { GET_QUEUE } from "../wire/first/get-queue";
import { OPERATIONS, type OperationName } from "../wire/first/operations";
import { SECOND_OPERATIONS } from "../wire/second/operations";
import type { ApiClient, AttemptEvent, CallOptions } from "./api-client";
import type { ClientConfig } from "./client-config";
import type { ClientOperation, ClientRequest, ClientResponse } from "./client-operations";
import type { ServiceClock } from "./clock";
import { INTERFACE_PATHS } from "./configuration/choose-interface";
import { type Encodable, encodeRequest } from "./encode-request";
import type { Exchange, Transport } from "./exchange";
import { PROCESS_LIMITER } from "./request-limiter";
import { readSubject, toCallError } from "./responses/describe-failure";
import { ForeignText } from "./responses/foreign-text";
import type { AnyOperation, Failure } from "./responses/interpret-exchange";
import { type AttemptContext, type CallEnd, runAttempts, toUnsent } from "./retry/attempts";
import { Patience } from "./retry/patience";
import { forReading, type SecondCall, type SecondMemory } from "./second/second-call";
import { avoidOptimizingParser } from "./transport/avoid-optimizing-parser";
import { createUndiciTransport } from "./transport/undici-transport";

/** Dependencies of a client, besides its configuration. */
export interface CallerDependencies extends Pick<AttemptContext, "clock" | "random" | "limiter"> {
  /** Name of the caller in the header `x-source`: `terraform`, `mergequeue`. Visible ASCII. */
  readonly source: string;
  /** Version of Terraform or OpenTofu, if one runs the provider. */
  readonly terraformVersion?: string | undefined;
  /** Learns the service's time from each response. Without this clock, the client does not learn the time. */
  readonly serviceClock?: ServiceClock | undefined;
  /** Trusted roots besides the built-in ones, in PEM form, as `readCaFile` returns them. */
  readonly ca?: string | undefined;
  /** Sends the requests. Default: undici over the network. */
  readonly transport?: Transport | undefined;
  /** Whether the process serves only this client, so that V8 may be tuned for it. Default: false. */
  readonly ownsProcess?: boolean | undefined;
  readonly observe?: ((event: AttemptEvent) => void) | undefined;
}

function createAttemptContext(config: ClientConfig, dependencies: CallerDependencies): AttemptContext {
  const { origin, proxy, maxRequestsPerSecond, forkedWorkflowRunId: runId } = config;
  const { source, terraformVersion, ca, serviceClock, observe = () => undefined, ...rest } = dependencies;
  const token = config.token.reveal();
  const transport = rest.transport ?? createUndiciTransport({ origin, ca, proxy });
  return {
    ...config,
    ...rest,
    transport: async (request) => {
      const exchange = await transport(request);
      if (exchange.kind === "response") serviceClock?.learn(exchange);
      return exchange;
    },
    headers: {
      "user-agent": formatUserAgent(source, terraformVersion),
      ...(config.interfaceName === "first" ? { "x-api-token": token } : { authorization: `Bearer ${token}` }),
      ...(runId === undefined ? {} : { "x-forked-workflow-run-id": runId }),
      "x-source": source,
    },
    intervalMs: maxRequestsPerSecond === undefined ? 0 : 1000 / maxRequestsPerSecond,
    foreign: new ForeignText(token),
    patience: new Patience(origin),
    observe,
  };
}

interface Reported {
  readonly method: ClientOperation;
  readonly request: object;
  readonly options: CallOptions;
}

/** Creates `ApiClient.call`. The first call loads this module, because HTTP and schemas load slowly. */
export function createOperationCaller(config: ClientConfig, given: CallerDependencies): ApiClient["call"] {
  if (given.ownsProcess === true) avoidOptimizingParser();
  const context = createAttemptContext(config, given);
  const { foreign } = context;
  const { interfaceName } = config;
  const memory: SecondMemory = { repositoryIds: new Map() };
  let isProven = false;
  let pending: Promise<Proof> | undefined;

  async function probe(options: CallOptions): Promise<Proof> {
    try {
      const found = await probeRoute(context, interfaceName, options);
      isProven = found.proof === "served";
      return found;
    } finally {
      pending = undefined;
    }
  }

  /** The calls of a client share a probe. If its result is unclear, the next call makes another probe. */
  async function prove(options: CallOptions): Promise<Proof | undefined> {
    while (pending !== undefined) {
      const shared = await pending;
      if (shared.proof !== "unclear") return shared;
    }
    if (isProven) return undefined;
    pending = probe(options);
    return pending;
  }

  /** A 404 counts only after a success or a probe: a mistyped address must not look like a deleted queue. */
  async function confirmNotFound(failure: Failure, options: CallOptions): Promise<Failure> {
    const { serverCode = "" } = failure;
    // With the second interface, a real 404 names the missing object: `MERGE_QUEUE_NOT_FOUND`.
    const isNamed = interfaceName === "first" || /._NOT_(FOUND|ENABLED)$/.test(serverCode);
    if (isNamed && options.isProofNeeded === false) return failure;
    const found = await prove(options);
    if (found?.proof === "absent") {
      const why = `${failure.why}, but ${PROBES[interfaceName].absence}: this is not a merge queue service`;
      return { ...failure, code: "wrong_address", why };
    }
    if (!isNamed) {
      return { ...failure, code: "unexpected_response", why: `${failure.why}, but names no missing object` };
    }
    if (found?.proof !== "unclear") return failure;
    const why = `${failure.why}, and the check whether this is a merge queue service failed: ${found.failure.why}`;
    return { ...found.failure, why, isEffectPossible: false };
  }

  function toError(
    operation: AnyOperation,
    { method, request, options: { earlier, secrets } }: Reported,
    failure: Failure,
    own: Pick<CallEnd<unknown>, "attempts" | "elapsedMs">,
  ): MergeQueueError {
    const attempts = own.attempts + (earlier?.attempts ?? 0);
    const elapsedMs = own.elapsedMs + (earlier?.elapsedMs ?? 0);
    const subject = readSubject(request);
    const call = { operation, method, subject, failure, attempts, elapsedMs, earlier };
    return toCallError(call, config, foreign.hiding(secrets));
  }

  async function send<Response>(
    operation: AnyOperation<Response> & Encodable,
    fields: object,
    options: CallOptions,
    reported: Reported,
  ): Promise<Response> {
    const encoded = encodeRequest(operation, fields, reported.request);
    const hiding = foreign.hiding(options.secrets);
    const conclusion = await runAttempts({ ...context, foreign: hiding }, operation, encoded, options);
    const { result } = conclusion;
    if (result.kind === "success") {
      // Only a service that has the interface answers its requests.
      isProven = true;
      return result.value;
    }
    const failure = result.code === "not_found" ? await confirmNotFound(result, options) : result;
    throw toError(operation, reported, failure, conclusion);
  }

  async function callSecond<Name extends ClientOperation>(
    method: Name,
    request: ClientRequest<Name>,
    options: CallOptions,
  ): Promise<ClientResponse<Name>> {
    const { tryFindSecondCall, checkSecondRequest } = await import("./second/call-second");
    const call = tryFindSecondCall(method);
    if (call === undefined) throw refuseMethod(method, config);
    checkSecondRequest(method, request);
    const reported = { method, request, options };
    const second: SecondCall = {
      options,
      memory,
      send: async (name, fields, own = forReading(options)) =>
        send(SECOND_OPERATIONS[name], fields, own, reported),
      toError: (name, { code, why }) =>
        toError(SECOND_OPERATIONS[name], reported, toUnsent(code, why), { attempts: 1, elapsedMs: 0 }),
    };
    return call(second, request);
  }

  return async (method, request, options) => {
    if (interfaceName === "second") return callSecond(method, request, options);
    if (!Object.hasOwn(OPERATIONS, method)) throw refuseMethod(method, config);
    // Table and request have the type of the same operation.
    const operation: AnyOperation & Encodable = OPERATIONS[method as OperationName];
    const response = await send(operation, request, options, { method, request, options });
    return response;
  };
}

function refuseMethod(method: ClientOperation, config: ClientConfig): MergeQueueError {
  const { interfaceName, interfaceReason, vocabulary } = config;
  const other = interfaceName === "first" ? "second" : "first";
  const path = INTERFACE_PATHS[other];
  const message =
    `${method} was not sent: only the ${other} interface has it, and this client uses the ${interfaceName} one, ` +
    `${interfaceReason}. Use a key for the ${other} interface, and set ${vocabulary.nameArgument("base_url")} to an address that ends ` +
    `in "${path}".`;
  return new MergeQueueError("invalid_request", message, { operation: method });
}

/**
 * Returns the `User-Agent`, such as `terraform-provider-mergequeue/1.0.0 Terraform/1.11.4`. Leaves out an
 * invalid version of Terraform. If this header names the provider, services mark a queue as managed by
 * Terraform. Therefore the command and programs send `mergequeue/1.0.0` instead.
 */
export function formatUserAgent(source: string, terraformVersion?: string): string {
  const product = `${source === "terraform" ? PACKAGE_NAME : "mergequeue"}/${VERSION}`;
  const isVersion = terraformVersion !== undefined && /^[0-9A-Za-z.+-]{1,64}$/.test(terraformVersion);
  return isVersion ? `${product} Terraform/${terraformVersion}` : product;
}

const PROBES = {
  first: {
    operation: { ...GET_QUEUE, responseSchema: z.unknown(), responseFormat: "any" },
    encoded: { path: GET_QUEUE.path, query: "", body: "{}" },
    absence: "a /getQueue request that names no queue gets the same response",
  },
  second: {
    operation: SECOND_OPERATIONS["GET /merge-queues"],
    encoded: { path: "/merge-queues", query: "?limit=1" },
    absence: "a GET /merge-queues request gets the same response",
  },
} as const;

type Proof =
  /** The address serves the interface. `failure`: how the first interface refused the probe. */
  | { readonly proof: "served"; readonly failure?: Failure }
  | { readonly proof: "absent" | "unclear"; readonly failure: Failure };

/** Sends an empty `/getQueue`, which is refused. With the second interface, lists one queue instead. */
async function probeRoute(
  context: AttemptContext,
  name: ClientConfig["interfaceName"],
  options: CallOptions,
): Promise<Proof> {
  const { operation, encoded } = PROBES[name];
  const { result } = await runAttempts<unknown>(context, operation, encoded, options);
  if (result.kind === "success") {
    if (name === "second") return { proof: "served" };
    const why = "the service accepted a request that names no queue";
    return { proof: "unclear", failure: toUnsent("unexpected_response", why) };
  }
  // A service refuses a request without its required fields.
  const isRefused = name === "first" && (result.status === 400 || result.status === 422);
  if (isRefused) return { proof: "served", failure: result };
  const isAbsent = result.code === "not_found" || result.code === "wrong_address";
  return { proof: isAbsent ? "absent" : "unclear", failure: result };
}

export type RouteProbe = Proof & {
  /** The response or fault. Undefined if no request was sent because of the deadline or an interrupt. */
  readonly exchange: Exchange | undefined;
};

/**
 * Probes with one request whether an address serves the interface. Does not throw if the request fails.
 * @param options - `withToken`: whether to send the token; without it, expect 401, or 400 from some services
 */
export async function probeService(
  config: ClientConfig,
  dependencies: Pick<CallerDependencies, "ca" | "clock" | "source">,
  { withToken, ...options }: Pick<CallOptions, "deadline" | "stopSignal"> & { readonly withToken: boolean },
): Promise<RouteProbe> {
  const own = { ...dependencies, random: Math.random, limiter: PROCESS_LIMITER };
  const context = createAttemptContext(config, own);
  const names = ["x-api-token", "authorization"];
  const without = Object.entries(context.headers).filter(([name]) => !names.includes(name));
  let exchange: Exchange | undefined;
  const probed: AttemptContext = {
    ...context,
    transport: async (request) => (exchange = await context.transport(request)),
    headers: withToken ? context.headers : Object.fromEntries(without),
    intervalMs: 0,
  };
  const found = await probeRoute(probed, config.interfaceName, { ...options, maxAttempts: 1 });
  return { exchange, ...found };
}

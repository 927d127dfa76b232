import type { ApiClient, AttemptEvent, CallOptions } from "../../../src/api/api-client";
import type { ClientArguments } from "../../../src/api/client-arguments";
import { type ClientConfig, resolveClientConfig } from "../../../src/api/client-config";
import type { ClientOperation, ClientRequest } from "../../../src/api/client-operations";
import { Deadline } from "../../../src/api/clock";
import { createApiClient } from "../../../src/api/create-api-client";
import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import { MAX_IN_FLIGHT, RequestLimiter } from "../../../src/api/request-limiter";
import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { VirtualClock } from "../../support/virtual-clock";
import { catchRejection } from "./catch-rejection";
import { cancelled } from "./exchanges";

/** The token of tests. */
export const TOKEN = "fake-token-1234567890";

/** A scripted service's reaction to one request; `"hang"` never responds. */
export type Step = Exchange | "hang" | ((request: HttpRequest) => Exchange | Promise<Exchange>);

/** A client whose service follows a script, on a virtual clock. */
export interface ScriptedClient {
  readonly client: ApiClient;
  readonly clock: VirtualClock;
  readonly limiter: RequestLimiter;
  /** The requests that were sent, in order. */
  readonly requests: HttpRequest[];
  /** The attempts that the client reported. */
  readonly events: AttemptEvent[];
  /** Options for a call that may take this long. Default: ten minutes. */
  readonly options: (totalMs?: number, more?: Omit<CallOptions, "deadline">) => CallOptions;
  /** Runs a call that must fail, and returns its error. */
  readonly fail: <Name extends ClientOperation>(
    name: Name,
    request: ClientRequest<Name>,
    ...limits: Parameters<ScriptedClient["options"]>
  ) => Promise<MergeQueueError>;
}

/** Makes a configuration as the environment of a test would give it. */
export function makeConfig(more: ClientArguments = {}): ClientConfig {
  const given = { baseUrl: "https://merge.example.com/api/v1", token: TOKEN, ...more };
  const { config, findings } = resolveClientConfig(given, {});
  if (config === undefined) throw new Error(JSON.stringify(findings));
  return config;
}

/**
 * Creates a client whose service responds with the steps in order; the last one is repeated.
 * @param random - the result of every random choice, from 0 (inclusive) to 1 (exclusive)
 */
export function makeScriptedClient(
  steps: readonly Step[],
  more: ClientArguments = {},
  random = 0.5,
): ScriptedClient {
  const clock = new VirtualClock();
  const limiter = new RequestLimiter(clock);
  const requests: HttpRequest[] = [];
  const events: AttemptEvent[] = [];
  const client = createApiClient(makeConfig(more), {
    source: "terraform",
    clock,
    limiter,
    random: () => random,
    observe: (event) => events.push(event),
    transport: async (request) => {
      const step = steps[Math.min(requests.length, steps.length - 1)];
      requests.push(request);
      if (step === undefined) throw new Error("no step is left");
      if (step === "hang") return hang(request.signal);
      return typeof step === "function" ? step(request) : step;
    },
  });
  const options: ScriptedClient["options"] = (totalMs = 600_000, rest = {}) => {
    return { deadline: Deadline.after(totalMs, clock), ...rest };
  };
  const fail: ScriptedClient["fail"] = async (name, request, ...limits) =>
    catchRejection(client.call(name, request, options(...limits)));
  return { client, clock, limiter, requests, events, options, fail };
}

/** A step that sets a stop signal before it responds. */
export function stopping(stop: AbortController, exchange: Exchange): () => Exchange {
  return () => {
    stop.abort();
    return exchange;
  };
}

/** Waits for all slots of a limiter, and keeps them. */
export async function takeAllSlots(limiter: RequestLimiter): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, async () => limiter.acquire({ signal })));
}

async function hang(signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve(cancelled(true));
    });
  });
}

import type { CallOptions } from "./api-client";
import type { ClientConfig } from "./configuration/client-config";
import { type CallerDependencies, formatUserAgent } from "./operation-caller";
import { ForeignText } from "./responses/foreign-text";
import type { Failure } from "./responses/interpret-exchange";
import { Patience } from "./retry/patience";
import { PROCESS_LIMITER } from "./retry/request-limiter";
import { judgeProbe, PROBE_OPERATION, PROBE_REQUEST, type Proof } from "./retry/route-proof";
import { runAttempts } from "./retry/run-attempts";
import type { Exchange } from "./transport/exchange";
import { createUndiciTransport } from "./transport/undici-transport";

/** What one request found out about an address. */
export interface ProbeResult {
  /** The response or fault itself; undefined if time was up, or the user interrupted, before a request was sent. */
  readonly exchange: Exchange | undefined;
  /** Whether the address serves the interface. */
  readonly proof: Proof["kind"];
  /** Why not. Also a service that does refuses a request without a queue, which is a failure, too. */
  readonly failure: Failure;
}

/**
 * Sends one `/getQueue` with an empty object, once, and returns everything that it shows, for diagnosis. Never throws for
 * a failed request. Loads the HTTP library.
 * @param withToken - whether the token is sent. Without it, a service that serves the interface responds with 401, or
 *   with 400 if it checks requests before tokens
 */
export async function probeService(
  config: ClientConfig,
  { ca, clock, source }: Pick<CallerDependencies, "ca" | "clock" | "source">,
  options: Pick<CallOptions, "deadline" | "stopSignal">,
  withToken: boolean,
): Promise<ProbeResult> {
  const { origin, basePath, proxy, requestTimeoutMs } = config;
  const token = config.token.reveal();
  const send = createUndiciTransport({ origin, ca, proxy });
  let exchange: Exchange | undefined;
  const { result } = await runAttempts(
    {
      transport: async (request) => (exchange = await send(request)),
      headers: {
        "user-agent": formatUserAgent(),
        ...(withToken ? { "x-api-token": token } : {}),
        "x-source": source,
      },
      limiter: PROCESS_LIMITER,
      clock,
      random: Math.random,
      foreign: new ForeignText(token),
      patience: new Patience(origin),
      basePath,
      requestTimeoutMs,
      maxRetries: 0,
      intervalMs: 0,
      observe: () => undefined,
    },
    PROBE_OPERATION,
    PROBE_REQUEST,
    options,
  );
  const { kind, failure } = judgeProbe(result);
  return { exchange, proof: kind, failure };
}

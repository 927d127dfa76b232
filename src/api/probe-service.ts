import type { CallOptions } from "./api-client";
import type { ClientConfig } from "./configuration/client-config";
import { type CallerDependencies, createAttemptContext } from "./operation-caller";
import type { Failure } from "./responses/interpret-exchange";
import { PROCESS_LIMITER } from "./retry/request-limiter";
import { judgeProbe, PROBE_OPERATION, PROBE_REQUEST, type Proof } from "./retry/route-proof";
import { runAttempts } from "./retry/run-attempts";
import type { Exchange } from "./transport/exchange";

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
 * Sends one `/getQueue` with an empty object and returns everything that it shows, for diagnosis. Never throws for a failed
 * request. Loads the HTTP library.
 * @param withToken - without the token, a service responds with 401, or with 400 if it checks requests first
 */
export async function probeService(
  config: ClientConfig,
  { ca, clock, source }: Pick<CallerDependencies, "ca" | "clock" | "source">,
  options: Pick<CallOptions, "deadline" | "stopSignal">,
  withToken: boolean,
): Promise<ProbeResult> {
  const dependencies = { ca, clock, source, random: Math.random, limiter: PROCESS_LIMITER };
  const context = createAttemptContext(config, dependencies);
  const { "x-api-token": token = "", ...headers } = context.headers;
  let exchange: Exchange | undefined;
  const { result } = await runAttempts(
    {
      ...context,
      transport: async (request) => (exchange = await context.transport(request)),
      headers: withToken ? { ...headers, "x-api-token": token } : headers,
      intervalMs: 0,
    },
    PROBE_OPERATION,
    PROBE_REQUEST,
    { ...options, maxAttempts: 1 },
  );
  const { kind, failure } = judgeProbe(result);
  return { exchange, proof: kind, failure };
}

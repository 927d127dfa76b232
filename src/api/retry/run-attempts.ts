import type { CallOptions } from "../api-client";
import type { EncodedRequest } from "../encode-request";
import {
  type AnyOperation,
  type Failure,
  interpretExchange,
  type Success,
} from "../responses/interpret-exchange";
import { type AttemptContext, Attempts, type CallEnd } from "./attempts";
import { startTimer } from "./timer";

/** The stop signal ends waits and reads. The deadline stands still during waits for a place. */
export async function runAttempts<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  encoded: EncodedRequest,
  options: CallOptions,
): Promise<CallEnd<Response>> {
  const call = new Attempts<Response>(context, operation.name, options);
  try {
    for (;;) {
      const place = await call.tryTakePlace();
      if (place === undefined) return call.stop();
      const result = await call.make(place, async () => attempt(context, operation, encoded, options));
      if (result === undefined) return call.stop();
      if (result.kind === "success") return call.conclude(result);
      const delayMs = call.planNext(result);
      // A refusal tells users more than their own interrupt does.
      if (call.isStopped && result.canRetry) return call.stop();
      if (delayMs === undefined) return call.giveUp(result);
      if (!(await call.tryWait(delayMs))) return call.stop();
    }
  } finally {
    call.close();
  }
}

/** Makes one attempt. @returns undefined if the stop signal cancelled it */
async function attempt<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  { path: ownPath, query, body, asked }: EncodedRequest,
  options: CallOptions,
): Promise<Success<Response> | Failure | undefined> {
  const limitMs = options.attemptTimeoutMs ?? context.requestTimeoutMs;
  const stopSignal = operation.isRead ? options.stopSignal : undefined;
  const timer = startTimer(context.clock, Math.min(limitMs, options.deadline.remainingMs), stopSignal);
  const { method } = operation;
  const path = `${context.basePath}${ownPath}${query}`;
  const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...context.headers };
  let exchange;
  try {
    exchange = await context.transport({ method, path, headers, body, signal: timer.signal });
  } finally {
    timer.cancel();
  }
  const isCancelled = exchange.kind === "fault" && exchange.reason === "cancelled";
  if (isCancelled && stopSignal !== undefined && !timer.isOver) return undefined;
  return interpretExchange(operation, exchange, context.foreign, asked);
}

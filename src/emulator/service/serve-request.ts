import type { OperationName } from "../../api/operations";
import type { Fault } from "../faults";
import { chainFaults } from "../faults";
import type { Delivery } from "../http/delivery";
import type { ServiceAnswer } from "../http/service-response";
import { answerJson, answerText } from "../http/service-response";
import { toFullQueueAnswer } from "../responses/queue-response";
import type { Service, ServiceRequest } from "./handle-request";
import { answerRequest, tryFindOperation, tryParseBody } from "./handle-request";
import { HANDLERS } from "./handlers";

/** One request as the service saw it, for tests and for people who watch. The token is not in it. */
export interface RequestRecord {
  /** The operation; undefined: the path is no operation's. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly path: string;
  /** What followed the question mark, still encoded; empty: nothing. */
  readonly query: string;
  /** Header fields without `x-api-token`, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body as it was sent; undefined: it is not JSON, or too large to be kept. */
  readonly body: unknown;
  /** Status that was sent; undefined: the connection was dropped, or the answer is not out yet. */
  readonly status: number | undefined;
  /** Whether the service itself said 200: the request took effect, whatever the client was told. */
  readonly isCommitted: boolean;
}

/** Everything around one request beside the service. */
export interface ServeContext {
  readonly service: Service;
  /** Faults that may happen, the first outermost. */
  readonly faults: readonly Fault[];
  /** Aborts when the service is closed. */
  readonly signal: AbortSignal;
  /** Takes the record of the request: once as it arrives, and once more, at the same place, when it is done. */
  readonly record: (arrived: RequestRecord) => (done: RequestRecord) => void;
}

/** Serves one request, faults included, without a socket. */
export async function serveRequest(context: ServeContext, request: ServiceRequest): Promise<Delivery> {
  const { service, signal } = context;
  const operation = tryFindOperation(request.path);
  const body = tryParseBody(request.body);
  let isCommitted = false;
  const arrived: RequestRecord = {
    operation,
    method: request.method,
    path: request.path,
    query: request.query ?? "",
    headers: withoutToken(request.headers),
    body,
    status: undefined,
    isCommitted,
  };
  const finish = context.record(arrived);
  const delivery = await chainFaults(context.faults)(
    {
      operation,
      body,
      isConnectionReused: request.isConnectionReused ?? false,
      signal,
      peekQueue: () => peekQueue(service, operation, body),
    },
    (changed) => {
      const answer =
        changed === undefined
          ? answerRequest(service, request, body)
          : answerRequest(service, replaceBody(request, changed));
      isCommitted = answer.status === 200;
      return Promise.resolve({ kind: "whole", answer });
    },
  );
  const status = delivery.kind === "dropped" ? undefined : delivery.answer.status;
  finish({ ...arrived, status, isCommitted });
  return delivery;
}

function withoutToken(headers: ServiceRequest["headers"]): ServiceRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "x-api-token"));
}

function replaceBody(request: ServiceRequest, body: unknown): ServiceRequest {
  return { ...request, body: new TextEncoder().encode(JSON.stringify(body)) };
}

function peekQueue(service: Service, operation: OperationName | undefined, body: unknown): ServiceAnswer {
  const { statuses } = service.options;
  const read = operation === undefined ? undefined : HANDLERS[operation](body, service.options);
  const identity = read?.isValid === true ? read.identity : undefined;
  if (identity === undefined) return answerText(statuses.body_invalid, "The request names no queue.");
  const outcome = service.engine.preview({ type: "readQueue", identity });
  if (outcome.kind === "refused") {
    return answerText(statuses[outcome.refusal.kind], outcome.refusal.message);
  }
  if (outcome.queue === undefined) throw new Error("The engine answered no queue for a read of one.");
  return answerJson(200, toFullQueueAnswer(outcome.queue, service.options));
}

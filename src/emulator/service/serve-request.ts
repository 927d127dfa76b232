import type { OperationName } from "../../api/operations";
import { chainFaults, type Fault } from "../faults";
import type { Delivery } from "../http/delivery";
import {
  handleRequest,
  previewQueue,
  type Service,
  type ServiceRequest,
  tryFindOperation,
  tryParseBody,
} from "./handle-request";

/** A request as the service received it, without the token. */
export interface RequestRecord {
  /** The operation; undefined: the path does not belong to one. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly path: string;
  /** The part after the question mark, still encoded. */
  readonly query: string;
  /** Header fields without `x-api-token`, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined: it is not JSON, or too large to be kept. */
  readonly body: unknown;
  /** Status that was sent; undefined: the connection was dropped, or there is no response yet. */
  readonly status: number | undefined;
  /** Whether the service returned 200, so that the request took effect even if a fault hid the response. */
  readonly isCommitted: boolean;
}

/** Service, faults and log for a request. */
export interface ServeContext {
  readonly service: Service;
  /** The first is outermost. */
  readonly faults: readonly Fault[];
  /** Aborts when the service is closed. */
  readonly signal: AbortSignal;
  /** Records the request on arrival; the returned function replaces the record when it is done. */
  readonly record: (arrived: RequestRecord) => (done: RequestRecord) => void;
}

/** Serves a request through the faults. */
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
      peekQueue: () => previewQueue(service, body),
    },
    (changed) => {
      const answer =
        changed === undefined
          ? handleRequest(service, request, body)
          : handleRequest(service, replaceBody(request, changed));
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

import * as z from "zod/mini";
import type { QueueIdentity } from "../queue/queue-identity";
import { IDENTITY_FIELDS } from "../wire/first/request-schema";
import { ControlError } from "./control/control-operation";
import { handleControlRequest, isControlPath, refuseControl } from "./control/handle-control-request";
import { chainFaults } from "./faults";
import { type Delivery, type ServiceResponse, textResponse } from "./http/delivery";
import type { RequestRecord } from "./http/request-log";
import { handlePageRequest } from "./page/handle-page-request";
import { isSecondPath, previewNamedQueue, tryFindNamedQueue, tryFindRoute } from "./second/find-route";
import { handleSecondRequest, readBearer } from "./second/handle-second-request";
import { refuseSecond } from "./second/second-error";
import {
  findSender,
  handleRequest,
  previewQueue,
  type RunningService,
  type ServedEngine,
  type ServiceRequest,
  tryFindOperation,
  tryParseBody,
} from "./service/handle-request";

const QUEUE_NAME = z.object(IDENTITY_FIELDS);

/** Names that always mean this machine, with any port. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/** Serves any request: to the control interface, the page or an operation. Refuses foreign host names. */
export async function serveRequest(service: RunningService, request: ServiceRequest): Promise<Delivery> {
  const foreign = refuseForeignHost(request);
  if (foreign !== undefined) return { kind: "whole", answer: foreign };
  const isControl = isControlPath(request.path);
  if (!isControl && request.path !== "/") return serveOperation(service, request);
  service.passTime();
  const answer = isControl ? handleControlRequest(service, request) : handlePageRequest(service, request);
  return { kind: "whole", answer };
}

/** Refuses foreign host names, so that no website can reach the service by DNS rebinding. */
function refuseForeignHost({ path, headers }: Omit<ServiceRequest, "body">): ServiceResponse | undefined {
  if (LOOPBACK.test(headers["host"] ?? "")) return undefined;
  const message =
    "The local service accepts requests to this machine only. Use http://127.0.0.1 or http://localhost.";
  if (isSecondPath(path)) return refuseSecond({ code: "INSUFFICIENT_PERMISSIONS", message });
  return isControlPath(path)
    ? refuseControl(new ControlError("host_foreign", message))
    : textResponse(403, message);
}

/** Tells who sends a request. Call this before you read the body, because a stranger's body is not kept. */
export function judgeSender(
  service: ServedEngine,
  request: Omit<ServiceRequest, "body">,
): ReturnType<typeof findSender> {
  if (refuseForeignHost(request) !== undefined) return "stranger";
  if (!isSecondPath(request.path)) return findSender(service, request);
  const isKnown = service.keys.tryFindPermissions(readBearer(request) ?? "") !== undefined;
  return isKnown ? "holder" : "stranger";
}

/** Serves a request for an operation: logs the request, applies the faults, and logs the result. */
export async function serveOperation(
  service: Omit<RunningService, "clock" | "reset">,
  request: ServiceRequest,
): Promise<Delivery> {
  const { faults, log, signal, passTime } = service;
  const isSecond = isSecondPath(request.path);
  const operation = isSecond
    ? tryFindRoute(request.method, request.path)?.name
    : tryFindOperation(request.path);
  const body = tryParseBody(request.body);
  let isCommitted = false;
  const { method, path, query = "", isConnectionReused = false } = request;
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- named only to leave it out
  const { "x-api-token": token, authorization, ...headers } = request.headers;
  const status = undefined;
  const arrived: RequestRecord = { operation, method, path, query, headers, body, status, isCommitted };
  const finish = log.add(arrived, request.body instanceof Uint8Array ? request.body.byteLength : 0);
  const findQueue = (sent: unknown): QueueIdentity | undefined => {
    if (isSecond) return tryFindNamedQueue(service, request, sent);
    const named = QUEUE_NAME.safeParse(sent);
    return named.success ? named.data : undefined;
  };
  const peekQueue = (): ServiceResponse => {
    passTime();
    return isSecond ? previewNamedQueue(service, findQueue(body)) : previewQueue(service, body);
  };
  const delivery = await chainFaults(faults.faults)(
    { operation, body, isConnectionReused, signal, peekQueue, findQueue },
    (changed) => {
      // A fault may have waited.
      passTime();
      const isKept = changed === undefined;
      const seen = isKept ? request : { ...request, body: Buffer.from(JSON.stringify(changed)) };
      const handle = isSecond ? handleSecondRequest : handleRequest;
      const answer = handle(service, seen, isKept ? body : undefined);
      isCommitted = answer.status < 300;
      return Promise.resolve({ kind: "whole", answer });
    },
  );
  const sent = delivery.kind === "dropped" ? undefined : delivery.answer.status;
  finish({ ...arrived, status: sent, isCommitted });
  return delivery;
}

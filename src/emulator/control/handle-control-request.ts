import { isMergeQueueError } from "../../queue/merge-queue-error";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import {
  hasToken,
  isJson,
  type RunningService,
  type ServiceRequest,
  TOKEN_WRONG,
  tryParseBody,
} from "../service/handle-request";
import { CLOCK_OPERATIONS, RESET } from "./clock-operations";
import { CONTROL_STATUSES, ControlError, type ControlOperation } from "./control-operation";
import { FAULT_OPERATIONS } from "./fault-input";
import { DECLARE_PULL_REQUESTS, OUTSIDE_OPERATIONS, REPORT_CHECK } from "./pull-request-operations";
import { SHOW_STATE } from "./show-state";

const CONTROL_PATH = "/control";

const OPERATIONS: readonly ControlOperation[] = [
  SHOW_STATE,
  DECLARE_PULL_REQUESTS,
  REPORT_CHECK,
  ...OUTSIDE_OPERATIONS,
  ...FAULT_OPERATIONS,
  ...CLOCK_OPERATIONS,
  RESET,
];

export function isControlPath(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

/** Handles a control request, which simulates code host and CI, moves the clock or injects faults. */
export function handleControlRequest(service: RunningService, request: ServiceRequest): ServiceResponse {
  const { path } = request;
  try {
    if (!hasToken(request, service)) throw new ControlError("token_wrong", TOKEN_WRONG);
    const value = path === CONTROL_PATH ? listOperations(request) : runOperation(service, request);
    return jsonResponse(200, value);
  } catch (thrown) {
    // The clock refuses a time with this code.
    const isRefused = isMergeQueueError(thrown) && thrown.code === "invalid_request";
    const error = isRefused ? new ControlError("refused", thrown.message) : thrown;
    if (!(error instanceof ControlError)) throw error;
    const answer = refuseControl(error);
    if (error.code !== "method_wrong") return answer;
    const allow = tryFindOperation(path)?.method ?? "GET";
    return { ...answer, headers: { ...answer.headers, allow } };
  }
}

export function refuseControl({ code, message, problems }: ControlError): ServiceResponse {
  const error = { code, message, ...(problems.length === 0 ? {} : { problems }) };
  return jsonResponse(CONTROL_STATUSES[code], { error });
}

function tryFindOperation(path: string): ControlOperation | undefined {
  return OPERATIONS.find(({ name }) => path === `${CONTROL_PATH}/${name}`);
}

function listOperations(request: ServiceRequest): unknown {
  checkMethod(request, "GET");
  const show = ({ name, method, summary }: ControlOperation): object => {
    return { method, path: `${CONTROL_PATH}/${name}`, summary };
  };
  return { operations: OPERATIONS.map(show) };
}

function runOperation(service: RunningService, request: ServiceRequest): unknown {
  const operation = tryFindOperation(request.path);
  if (operation === undefined) {
    const known = OPERATIONS.map(({ name }) => name).join(", ");
    const message = `There is no operation at ${JSON.stringify(request.path)}. The operations are ${known}.`;
    throw new ControlError("operation_unknown", message);
  }
  checkMethod(request, operation.method);
  return operation.run(service, operation.method === "GET" ? undefined : readBody(request));
}

function checkMethod({ method, path }: ServiceRequest, wanted: ControlOperation["method"]): void {
  if (method !== wanted) throw new ControlError("method_wrong", `${path} takes ${wanted}, not ${method}.`);
}

function readBody({ headers, body }: ServiceRequest): unknown {
  if (!isJson(headers["content-type"])) {
    throw new ControlError("content_type_wrong", "Send the body as application/json.");
  }
  if (!(body instanceof Uint8Array))
    throw new ControlError("body_too_large", "A body may have at most 20 MiB.");
  if (body.byteLength === 0) return {};
  const value = tryParseBody(body);
  if (value === undefined) throw new ControlError("body_invalid", "The body is not JSON in UTF-8.");
  return value;
}

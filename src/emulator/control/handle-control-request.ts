import { isLoopbackHeader } from "../http/is-loopback-header";
import { jsonResponse, type ServiceResponse } from "../http/service-response";
import { isJson, isSameSecret, type ServiceRequest, tryParseBody } from "../service/handle-request";
import { CLOCK_OPERATIONS, RESET } from "./clock-operations";
import { CONTROL_STATUSES, ControlError } from "./control-error";
import type { ControlContext, ControlOperation } from "./control-operation";
import { DECLARE_PULL_REQUESTS } from "./declare-pull-requests";
import { FAULT_OPERATIONS } from "./fault-operations";
import { REPORT_CHECK } from "./report-check";
import { SHOW_STATE } from "./show-state";

const CONTROL_PATH = "/control";

const OPERATIONS: readonly ControlOperation[] = [
  SHOW_STATE,
  DECLARE_PULL_REQUESTS,
  REPORT_CHECK,
  ...FAULT_OPERATIONS,
  ...CLOCK_OPERATIONS,
  RESET,
];

/**
 * Handles a request to the control interface, with which programs simulate the code host and the CI system, move the
 * clock and inject faults. It needs the service's token and a loopback host name.
 * @returns undefined if the path is not a control path
 */
export function handleControlRequest(
  context: ControlContext,
  request: ServiceRequest,
): ServiceResponse | undefined {
  const { path } = request;
  if (path !== CONTROL_PATH && !path.startsWith(`${CONTROL_PATH}/`)) return undefined;
  try {
    checkAccess(context, request);
    return jsonResponse(
      200,
      path === CONTROL_PATH ? listOperations(request) : runOperation(context, request),
    );
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return toErrorResponse(error, request);
  }
}

function checkAccess({ service }: ControlContext, { headers }: ServiceRequest): void {
  if (!isLoopbackHeader(headers["host"])) {
    throw new ControlError(
      "host_foreign",
      "The control interface accepts requests to this machine only. Use http://127.0.0.1 or http://localhost.",
    );
  }
  if (isSameSecret(headers["x-api-token"] ?? "", service.token)) return;
  throw new ControlError("token_wrong", "The header x-api-token is missing or contains an invalid token.");
}

function listOperations(request: ServiceRequest): unknown {
  checkMethod(request, "GET");
  return {
    operations: OPERATIONS.map(({ name, method, summary }) => ({
      method,
      path: `${CONTROL_PATH}/${name}`,
      summary,
    })),
  };
}

function runOperation(context: ControlContext, request: ServiceRequest): unknown {
  const operation = OPERATIONS.find(({ name }) => request.path === `${CONTROL_PATH}/${name}`);
  if (operation === undefined) {
    const known = OPERATIONS.map(({ name }) => name).join(", ");
    throw new ControlError(
      "operation_unknown",
      `There is no operation at ${JSON.stringify(request.path)}. The operations are ${known}.`,
    );
  }
  checkMethod(request, operation.method);
  return operation.run(context, operation.method === "GET" ? undefined : readBody(request));
}

function checkMethod({ method, path }: ServiceRequest, wanted: ControlOperation["method"]): void {
  if (method !== wanted) throw new ControlError("method_wrong", `${path} takes ${wanted}, not ${method}.`);
}

function readBody({ headers, body }: ServiceRequest): unknown {
  if (!isJson(headers["content-type"])) {
    throw new ControlError("content_type_wrong", "Send the body as application/json.");
  }
  if (body === "too_large") throw new ControlError("body_too_large", "A body may have at most 20 MiB.");
  if (body.byteLength === 0) return {};
  const value = tryParseBody(body);
  if (value === undefined) throw new ControlError("body_invalid", "The body is not JSON in UTF-8.");
  return value;
}

function toErrorResponse(
  { code, message, problems }: ControlError,
  { path }: ServiceRequest,
): ServiceResponse {
  const error = { code, message, ...(problems.length === 0 ? {} : { problems }) };
  const answer = jsonResponse(CONTROL_STATUSES[code], { error });
  if (code !== "method_wrong") return answer;
  const operation = OPERATIONS.find(({ name }) => path === `${CONTROL_PATH}/${name}`);
  return { ...answer, headers: { ...answer.headers, allow: operation?.method ?? "GET" } };
}

import { isPlainObject } from "../../text/is-plain-object";
import { describeIssue, listProblems } from "../../wire/describe-issue";
import type { Operation } from "../../wire/operation";
import { SECOND_OPERATIONS, type SecondName } from "../../wire/second/operations";
import type { EmulatorOptions } from "../emulator-options";
import { type ServiceResponse, textResponse } from "../http/delivery";
import type { KeyPermission } from "../key-permissions";
import {
  isByTerraform,
  isJson,
  MAX_BODY_BYTES,
  type ServedEngine,
  type ServiceRequest,
  tryParseBody,
} from "../service/handle-request";
import { type SecondRoute, tryFindRoute } from "./find-route";
import { PULL_REQUEST_HANDLERS } from "./pull-request-handlers";
import { QUEUE_HANDLERS } from "./queue-handlers";
import { RECORD_HANDLERS } from "./record-handlers";
import {
  refuseSecond,
  SecondError,
  type SecondHandler,
  type SecondHandlers,
  withRequestId,
} from "./second-error";

const SECOND_HANDLERS: SecondHandlers = { ...QUEUE_HANDLERS, ...PULL_REQUEST_HANDLERS, ...RECORD_HANDLERS };

/** Permissions that an operation always needs. {@link listNeededPermissions} adds those for its fields. */
const NEEDED: { readonly [Name in SecondName]?: readonly KeyPermission[] } = {
  "POST /merge-queues": ["settings"],
  "DELETE /merge-queues/{id}": ["settings"],
  "PATCH /merge-queues/{id}/config": ["settings"],
  "POST /merge-queues/{id}/pause": ["settings"],
  "POST /merge-queues/{id}/resume": ["settings"],
  "POST /merge-queues/{id}/drain": ["settings"],
  "POST /merge-queues/{id}/switch-modes": ["settings"],
  "POST /merge-queues/{id}/pull-requests": ["submit"],
  "POST /pull-requests/{id}/dequeue": ["submit"],
  "POST /pull-requests/{id}/restart-tests": ["submit"],
  "PUT /impacted-targets": ["submit"],
};

/** Returns the key after `Bearer`; undefined if there is no key. */
export function readBearer({ headers }: Pick<ServiceRequest, "headers">): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1];
}

/** Checks key, path, body and permissions, in this order, and handles the request. */
export function handleSecondRequest(
  service: ServedEngine,
  request: ServiceRequest,
  body = tryParseBody(request.body),
): ServiceResponse {
  let response: ServiceResponse;
  try {
    response = withRequestId(answer(service, request, body));
  } catch (error) {
    if (!(error instanceof SecondError)) throw error;
    response = refuseSecond(error);
  }
  // Clients compare the times in a response with this one, so it is the service's clock, too.
  const date = new Date(service.engine.state.nowMs).toUTCString();
  return { ...response, headers: { ...response.headers, date } };
}

function answer(service: ServedEngine, request: ServiceRequest, body: unknown): ServiceResponse {
  const permissions = findPermissions(service, request);
  const route = tryFindRoute(request.method, request.path);
  if (route === undefined) {
    const where = `${request.method} ${JSON.stringify(request.path)}`;
    throw new SecondError("NOT_FOUND", `There is no operation ${where}.`);
  }
  // As published, this refusal is plain text.
  if (request.body === "too_large") {
    return textResponse(413, `A request body may have at most ${MAX_BODY_BYTES} bytes (20 MiB).`);
  }
  const { name } = route;
  const checked = check(route, readFields(route, request, body), service.options);
  const lacking = listNeededPermissions(name, checked).filter((one) => !permissions.includes(one));
  if (lacking.length > 0) {
    const message = `The key lacks ${lacking.join(", ")} for this request.`;
    throw new SecondError("INSUFFICIENT_PERMISSIONS", message);
  }
  service.engine.apply({ type: "tick" });
  // The table has the handler of the operation itself.
  const handle = SECOND_HANDLERS[name] as SecondHandler<unknown>;
  return handle(checked, { ...service, name, isByTerraform: isByTerraform(request) });
}

function findPermissions({ keys }: ServedEngine, request: ServiceRequest): readonly KeyPermission[] {
  const key = readBearer(request);
  if (key === undefined) {
    throw new SecondError("AUTHENTICATION_REQUIRED", "The header Authorization has no key: Bearer KEY.");
  }
  const permissions = keys.tryFindPermissions(key);
  if (permissions !== undefined) return permissions;
  throw new SecondError("INVALID_TOKEN", "The key in the header Authorization is not valid.");
}

/** Lists the permissions that a request needs: for the operation, and for priority, batching and `direct`. */
export function listNeededPermissions(
  name: SecondName,
  fields: Readonly<Record<string, unknown>>,
): readonly KeyPermission[] {
  const { priorityValue, priorityName, allowBatching, direct } = fields;
  const needed = new Set(NEEDED[name]);
  if (priorityValue !== undefined || priorityName !== undefined) needed.add("priority");
  // A change of a queued pull request needs them even to reset a value.
  const isChange = name === "PATCH /pull-requests/{id}/queue-entry";
  const isConfig = name === "PATCH /merge-queues/{id}/config";
  if (!isConfig && (isChange ? allowBatching !== undefined : allowBatching === false)) {
    needed.add("skip-batching");
  }
  if (isChange ? direct !== undefined : direct === true) needed.add("direct");
  return [...needed];
}

/** Reads the query or the body. A parameter that is repeated in the query becomes a list. */
function readFields({ name }: SecondRoute, { query, headers }: ServiceRequest, body: unknown): object {
  const { method, ignoresBody = false }: Operation<never> = SECOND_OPERATIONS[name] as never;
  if (method === "GET" || method === "DELETE") {
    const parameters = new URLSearchParams(query);
    return Object.fromEntries(
      Array.from(new Set(parameters.keys()), (key) => {
        const values = parameters.getAll(key);
        return [key, values.length === 1 ? values[0] : values];
      }),
    );
  }
  if (ignoresBody) return {};
  if (!isJson(headers["content-type"])) {
    throw new SecondError("VALIDATION_FAILED", "Send the body as application/json.");
  }
  if (!isPlainObject(body)) {
    throw new SecondError("VALIDATION_FAILED", "The body is not a JSON object in UTF-8.");
  }
  return body;
}

/** Checks the fields of query, body and path. Additional settings may have any value. */
function check(
  { name, parameters }: SecondRoute,
  fields: object,
  { additionalSettings }: EmulatorOptions,
): Readonly<Record<string, unknown>> {
  const { requestSchema, bodySchema = requestSchema } = SECOND_OPERATIONS[name] as Operation<
    Readonly<Record<string, unknown>>
  >;
  const misplaced = Object.keys(parameters).filter((field) => Object.hasOwn(fields, field));
  if (misplaced.length > 0) {
    throw new SecondError("VALIDATION_FAILED", `${misplaced.join(", ")}: Belongs only in the path.`);
  }
  const isAdditional = ([field]: [string, unknown]): boolean =>
    name === "PATCH /merge-queues/{id}/config" && Object.hasOwn(additionalSettings, field);
  const given = Object.entries({ ...fields, ...parameters });
  const known = Object.fromEntries(given.filter((entry) => !isAdditional(entry)));
  const checked = bodySchema.safeParse(known, { error: describeIssue });
  if (checked.success) return { ...checked.data, ...Object.fromEntries(given.filter(isAdditional)) };
  throw new SecondError("VALIDATION_FAILED", listProblems(checked.error).join("\n"));
}

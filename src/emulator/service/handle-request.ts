import type { QueueEngine } from "../../engine/queue-engine";
import type { RefusalKind } from "../../engine/refusal";
import type { Repository } from "../../queue/queue-identity";
import { isDeeperThan, MAX_JSON_DEPTH } from "../../wire/bounded-list";
import { OPERATIONS, type OperationName } from "../../wire/first/operations";
import type { EmulatorClock } from "../clock/time-keeper";
import type { EmulatorOptions } from "../emulator-options";
import type { FaultSwitch } from "../fault-switch";
import { jsonResponse, type ServiceResponse, textResponse } from "../http/delivery";
import type { RequestLog } from "../http/request-log";
import type { KeyPermission } from "../key-permissions";
import { isSameSecret, KeyRing } from "../second/key-ring";
import { checkBody } from "./check-body";
import { OPERATION_HANDLERS, type OperationHandler } from "./operation-handlers";

/** Largest request body in bytes: 20 MiB (interface, section "Limits"). */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Path prefix of the first interface. */
export const BASE_PATH = "/v1";

export interface ServiceRequest {
  readonly method: string;
  /** Path, beginning with its first slash, without the query. */
  readonly path: string;
  /** The part after the question mark, still encoded. Default: empty. */
  readonly query?: string;
  /** Header fields, whose names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body; `too_large` if the body exceeded {@link MAX_BODY_BYTES}, `unread` if the sender has no key. */
  readonly body: Uint8Array | "too_large" | "unread";
  /** Whether the connection carried an earlier request. Default: false. */
  readonly isConnectionReused?: boolean;
}

/** The local service, apart from the socket on which it listens. */
export interface ServedEngine {
  readonly engine: QueueEngine;
  readonly token: string;
  readonly options: EmulatorOptions;
  /** Whether the service reports checks and impacted targets itself. Default: false. */
  readonly isAutomatic?: boolean;
  readonly keys: KeyRing;
  /** The repositories that clients have looked up. The key is the repository's id. */
  readonly repositories: Map<string, Repository>;
}

/** Makes a service that has no socket yet. @throws MergeQueueError if a permission is unknown */
export function createServedEngine(
  given: Pick<ServedEngine, "engine" | "token" | "options" | "isAutomatic">,
  permissions?: Readonly<Record<string, readonly KeyPermission[]>>,
): ServedEngine {
  return { ...given, keys: new KeyRing(given.token, permissions), repositories: new Map() };
}

/** The service with its faults, its log and its clock. */
export interface RunningService extends ServedEngine {
  readonly faults: FaultSwitch;
  readonly log: RequestLog;
  readonly clock: EmulatorClock;
  /** Applies all changes that are due. */
  readonly passTime: () => void;
  readonly signal: AbortSignal;
  readonly reset: () => void;
}

/** Finds the operation of a path. @returns undefined if no operation has this path */
export function tryFindOperation(path: string): OperationName | undefined {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return names.find((name) => path === `${BASE_PATH}${OPERATIONS[name].path}`);
}

/** Parses a body as JSON in UTF-8. @returns undefined if the body is not JSON, or has more than 200 levels */
export function tryParseBody(body: ServiceRequest["body"]): unknown {
  if (!(body instanceof Uint8Array)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const json = JSON.parse(text) as unknown;
    // Deeper JSON could not be written again, for example in the request log.
    return isDeeperThan(json, MAX_JSON_DEPTH) ? undefined : json;
  } catch {
    // The response is the same for every kind of invalid JSON.
    return undefined;
  }
}

/** Checks path, method, token, type, size, JSON and fields, in this order, and handles the request. */
export function handleRequest(
  service: ServedEngine,
  request: ServiceRequest,
  body = tryParseBody(request.body),
): ServiceResponse {
  const refuse = (kind: RefusalKind, message: string): ServiceResponse => refuseWith(service, kind, message);
  const { headers } = request;
  const operation = tryFindOperation(request.path);
  if (operation === undefined) {
    return refuse("route_unknown", `There is no operation at ${JSON.stringify(request.path)}.`);
  }
  const { method } = OPERATIONS[operation];
  if (request.method !== method) {
    const response = refuse("method_wrong", `${operation} takes ${method}, not ${request.method}.`);
    return { ...response, headers: { ...response.headers, allow: method } };
  }
  if (findSender(service, request) === "stranger") return refuse("token_wrong", TOKEN_WRONG);
  if (method === "GET") {
    const parameters = [...new URLSearchParams(request.query)];
    const names = parameters.map(([name]) => name);
    // A repeated parameter is ambiguous.
    const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
    if (repeated.size === 0)
      return callOperation(service, operation, Object.fromEntries(parameters), { headers });
    return refuse("query_invalid", [...repeated].map((name) => `${name}: Must be given once.`).join("\n"));
  }
  if (!isJson(headers["content-type"]) || (headers["content-encoding"] ?? "identity") !== "identity") {
    return refuse("content_type_wrong", "Send the body as application/json, not compressed.");
  }
  if (!(request.body instanceof Uint8Array)) {
    return refuse("body_too_large", `A request body may have at most ${MAX_BODY_BYTES} bytes (20 MiB).`);
  }
  if (body === undefined) return refuse("body_invalid", "The body is not JSON in UTF-8.");
  return callOperation(service, operation, body, { headers });
}

/** Returns the response of `/getQueue` for the queue that a body names. Does not count as a read. */
export function previewQueue(service: ServedEngine, body: unknown): ServiceResponse {
  const { repo, targetBranch } = (body ?? {}) as Record<string, unknown>;
  return callOperation(service, "getQueue", { repo, targetBranch }, { way: "preview" });
}

function callOperation(
  service: ServedEngine,
  operation: OperationName,
  body: unknown,
  { headers = {}, way = "apply" }: Partial<Pick<ServiceRequest, "headers">> & { way?: "apply" | "preview" },
): ServiceResponse {
  const { engine, options } = service;
  const checked = checkBody(operation, body, options);
  if ("problems" in checked) {
    const kind = OPERATIONS[operation].method === "GET" ? "query_invalid" : "body_invalid";
    return refuseWith(service, kind, checked.problems.join("\n"));
  }
  // Table and check have the type of the same operation.
  const { toEvent, respond = () => acknowledge(service) } = OPERATION_HANDLERS[
    operation
  ] as OperationHandler<unknown>;
  const outcome = engine[way](toEvent(checked.request, isByTerraform({ headers })));
  const response =
    outcome.kind === "done" ? respond(checked.request, { state: engine.state, outcome, options }) : outcome;
  if (!("refusal" in response)) return response;
  return refuseWith(service, response.refusal.kind, response.refusal.message);
}

function refuseWith(service: ServedEngine, kind: RefusalKind, message: string): ServiceResponse {
  const status = service.options.statuses[kind];
  return status === 200 ? acknowledge(service) : textResponse(status, message);
}

function acknowledge({ options }: ServedEngine): ServiceResponse {
  if (options.acknowledgements === "json") return jsonResponse(200, {});
  return { status: 200, headers: { "content-type": "text/plain" }, body: "OK" };
}

/** Tells whether a content type, which may have parameters, is JSON. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Tells who sent a request. `fork`: a fork's workflow, which may upload impacted targets without a token. */
export function findSender(
  service: ServedEngine,
  request: Pick<ServiceRequest, "path" | "headers">,
): "holder" | "fork" | "stranger" {
  if (hasToken(request, service)) return "holder";
  const { "x-api-token": token = "", "x-forked-workflow-run-id": runId = "" } = request.headers;
  // A wrong token stays wrong.
  const isUpload = tryFindOperation(request.path) === "setImpactedTargets";
  return isUpload && token === "" && runId !== "" ? "fork" : "stranger";
}

export const TOKEN_WRONG = "The header x-api-token is missing or contains an invalid token.";

/** Tells whether a request has the service's token. The comparison takes constant time. */
export function hasToken(
  { headers }: Pick<ServiceRequest, "headers">,
  { token }: Pick<ServedEngine, "token">,
): boolean {
  return isSameSecret(headers["x-api-token"] ?? "", token);
}

/** Tells whether Terraform or OpenTofu sent a request. Reads `User-Agent` and `X-Source`, as is published. */
export function isByTerraform({ headers }: Pick<ServiceRequest, "headers">): boolean {
  return /terraform|opentofu/i.test(`${headers["user-agent"] ?? ""} ${headers["x-source"] ?? ""}`);
}

import { hash, timingSafeEqual } from "node:crypto";
import { OPERATIONS, type OperationName } from "../../api/operations";
import { isDeeperThan, MAX_JSON_DEPTH } from "../../api/schemas/is-deeper-than";
import type { EngineEvent } from "../../engine/engine-event";
import type { QueueEngine } from "../../engine/queue-engine";
import type { RefusalKind } from "../../engine/refusal";
import type { EmulatorOptions } from "../emulator-options";
import { jsonResponse, type ServiceResponse, textResponse } from "../http/service-response";
import { EXPOSITION_TYPE } from "../metrics/exposition";
import type { View } from "../responses/view";
import { HANDLERS } from "./handlers";

/** Largest request body in bytes: 20 MiB (interface, section "Limits"). */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Path prefix of all operations: the version of the interface. */
export const BASE_PATH = "/v1";

/** A request as it arrived. */
export interface ServiceRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path without query, from its first slash. */
  readonly path: string;
  /** The part after the question mark, still encoded. Default: empty. */
  readonly query?: string;
  /** Header fields, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body; `too_large` if it exceeded {@link MAX_BODY_BYTES}. */
  readonly body: Uint8Array | "too_large";
  /** Whether its connection has carried a request before. Default: false. */
  readonly isConnectionReused?: boolean;
}

/** The local service without its socket. */
export interface Service {
  readonly engine: QueueEngine;
  /** The token that it accepts. */
  readonly token: string;
  readonly options: EmulatorOptions;
}

/** Finds the operation of a path. @returns undefined if there is none */
export function tryFindOperation(path: string): OperationName | undefined {
  const all = Object.values(OPERATIONS);
  return all.find((operation) => path === `${BASE_PATH}${operation.path}`)?.name;
}

/** Parses a body as JSON in UTF-8. @returns undefined if it is not, or is nested deeper than 200 levels */
export function tryParseBody(body: ServiceRequest["body"]): unknown {
  if (body === "too_large") return undefined;
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

/**
 * Handles a request. Checks path, method, token, content type, size, JSON and fields, in this order, and then the
 * state. A `GET` has parameters instead of a body.
 * @param body - the parsed body, if the caller has it already
 */
export function handleRequest(
  service: Service,
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
  if (!isSameSecret(headers["x-api-token"] ?? "", service.token)) {
    return refuse("token_wrong", "The header x-api-token is missing or contains an invalid token.");
  }
  if (method === "GET") {
    const query = readQuery(request.query ?? "");
    if (!query.isValid) return refuse("query_invalid", query.problems.join("\n"));
    return callOperation(service, operation, query.parameters);
  }
  if (!isJson(headers["content-type"]) || (headers["content-encoding"] ?? "identity") !== "identity") {
    return refuse("content_type_wrong", "Send the body as application/json, not compressed.");
  }
  if (request.body === "too_large") {
    return refuse("body_too_large", `A request body may have at most ${MAX_BODY_BYTES} bytes (20 MiB).`);
  }
  if (body === undefined) return refuse("body_invalid", "The body is not JSON in UTF-8.");
  return callOperation(service, operation, body);
}

/** Returns what `/getQueue` would return for the queue of a body, without counting as a read. */
export function previewQueue(service: Service, body: unknown): ServiceResponse {
  const { repo, targetBranch } = (body ?? {}) as Record<string, unknown>;
  return callOperation(service, "getQueue", { repo, targetBranch }, (event) => service.engine.preview(event));
}

function callOperation(
  service: Service,
  operation: OperationName,
  body: unknown,
  apply = (event: EngineEvent) => service.engine.apply(event),
): ServiceResponse {
  const { engine, options } = service;
  const read = HANDLERS[operation](body, options);
  if (!read.isValid) {
    const kind = OPERATIONS[operation].method === "GET" ? "query_invalid" : "body_invalid";
    return refuseWith(service, kind, read.problems.join("\n"));
  }
  const outcome = apply(read.event);
  if (outcome.kind === "refused") {
    return refuseWith(service, outcome.refusal.kind, outcome.refusal.message);
  }
  return toResponse(service, read.view({ state: engine.state, queue: outcome.queue, options }));
}

function toResponse(service: Service, view: View): ServiceResponse {
  switch (view.kind) {
    case "acknowledged":
      return acknowledge(service);
    case "json":
      return jsonResponse(200, view.value);
    case "metrics":
      return { status: 200, headers: { "content-type": EXPOSITION_TYPE }, body: view.text };
    case "refused":
      return refuseWith(service, view.refusal.kind, view.refusal.message);
  }
}

function refuseWith(service: Service, kind: RefusalKind, message: string): ServiceResponse {
  const status = service.options.statuses[kind];
  return status === 200 ? acknowledge(service) : textResponse(status, message);
}

function acknowledge({ options }: Service): ServiceResponse {
  return options.acknowledgements === "json"
    ? jsonResponse(200, {})
    : { status: 200, headers: { "content-type": "text/plain" }, body: "OK" };
}

/** Tells whether a content type is JSON, with any parameters. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Compares secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  // timingSafeEqual needs equal lengths, as digests have.
  const digest = (text: string): Buffer => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(a), digest(b));
}

type ReadQuery =
  | { readonly isValid: true; readonly parameters: Readonly<Record<string, string>> }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** Reads the query of a request. A repeated parameter is invalid, because it is ambiguous. */
function readQuery(query: string): ReadQuery {
  const entries = [...new URLSearchParams(query)];
  const names = new Set(entries.map(([name]) => name));
  const repeated = [...names].filter((name) => entries.filter(([other]) => other === name).length > 1);
  if (repeated.length === 0) return { isValid: true, parameters: Object.fromEntries(entries) };
  return { isValid: false, problems: repeated.map((name) => `${name}: Must be given once.`) };
}

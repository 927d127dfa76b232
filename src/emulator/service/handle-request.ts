import { createHash, timingSafeEqual } from "node:crypto";
import type { OperationName } from "../../api/operations";
import { OPERATIONS } from "../../api/operations";
import { isDeeperThan, MAX_JSON_DEPTH } from "../../api/schemas/is-deeper-than";
import type { EmulatorOptions } from "../emulator-options";
import type { QueueEngine } from "../engine/queue-engine";
import type { RefusalKind } from "../engine/refusal";
import type { ServiceAnswer } from "../http/service-response";
import { answerJson, answerText } from "../http/service-response";
import { EXPOSITION_TYPE } from "../metrics/exposition";
import type { View } from "../responses/view";
import { HANDLERS } from "./handlers";

/** Largest request body in bytes: 20 MiB (interface, section "Limits"). */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The part of the address that all operations share: the version of the interface. */
export const BASE_PATH = "/v1";

/** A request as it arrived. */
export interface ServiceRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path without query, from its first slash. */
  readonly path: string;
  /** What follows the question mark, still encoded. Default: nothing. */
  readonly query?: string;
  /** Header fields, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body; `too_large` if it had more than {@link MAX_BODY_BYTES} and was not kept. */
  readonly body: Uint8Array | "too_large";
  /** Whether its connection has carried a request before. Default: it has not. */
  readonly isConnectionReused?: boolean;
}

/** What answering needs. */
export interface Service {
  readonly engine: QueueEngine;
  /** The one token that is accepted. */
  readonly token: string;
  readonly options: EmulatorOptions;
}

/** Looks up the operation of a path. @returns undefined if there is none */
export function tryFindOperation(path: string): OperationName | undefined {
  const all = Object.values(OPERATIONS);
  return all.find((operation) => path === `${BASE_PATH}${operation.path}`)?.name;
}

/** Reads a body as JSON in UTF-8. @returns undefined if it is not, or is nested deeper than 200 levels */
export function tryParseBody(body: ServiceRequest["body"]): unknown {
  if (body === "too_large") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const json = JSON.parse(text) as unknown;
    // Nobody could write it down again, not even to show what was asked.
    return isDeeperThan(json, MAX_JSON_DEPTH) ? undefined : json;
  } catch {
    // Whatever is wrong with it, the answer is the same.
    return undefined;
  }
}

/**
 * Answers one request: the whole local service without its socket. Checks in this order: path, method, token,
 * content type, size, JSON, fields, and only then the state of things. A `GET` has parameters in the place of a
 * body: of content type, size and JSON nothing is asked.
 * @param body - what {@link tryParseBody} makes of the request's body, if the caller knows that already
 */
export function answerRequest(
  service: Service,
  request: ServiceRequest,
  body = tryParseBody(request.body),
): ServiceAnswer {
  const refuse = (kind: RefusalKind, message: string): ServiceAnswer => refuseWith(service, kind, message);
  const { headers } = request;
  const operation = tryFindOperation(request.path);
  if (operation === undefined) {
    return refuse("route_unknown", `There is no operation at ${JSON.stringify(request.path)}.`);
  }
  const { method } = OPERATIONS[operation];
  if (request.method !== method) {
    const answer = refuse("method_wrong", `${operation} takes ${method}, not ${request.method}.`);
    return { ...answer, headers: { ...answer.headers, allow: method } };
  }
  if (!isSameSecret(headers["x-api-token"] ?? "", service.token)) {
    return refuse("token_wrong", "The header x-api-token is missing or holds a token that is not valid.");
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

/** Serves one operation for a parsed body or the parameters of a query: the local service without HTTP. */
function callOperation(service: Service, operation: OperationName, body: unknown): ServiceAnswer {
  const { engine, options } = service;
  const read = HANDLERS[operation](body, options);
  if (!read.isValid) {
    const kind = OPERATIONS[operation].method === "GET" ? "query_invalid" : "body_invalid";
    return refuseWith(service, kind, read.problems.join("\n"));
  }
  const outcome = engine.apply(read.event);
  if (outcome.kind === "refused") {
    return refuseWith(service, outcome.refusal.kind, outcome.refusal.message);
  }
  return answerView(service, read.view({ state: engine.state, queue: outcome.queue, options }));
}

function answerView(service: Service, view: View): ServiceAnswer {
  switch (view.kind) {
    case "acknowledged":
      return acknowledge(service);
    case "json":
      return answerJson(200, view.value);
    case "metrics":
      return { status: 200, headers: { "content-type": EXPOSITION_TYPE }, body: view.text };
    case "refused":
      return refuseWith(service, view.refusal.kind, view.refusal.message);
  }
}

function refuseWith(service: Service, kind: RefusalKind, message: string): ServiceAnswer {
  const status = service.options.statuses[kind];
  return status === 200 ? acknowledge(service) : answerText(status, message);
}

function acknowledge({ options }: Service): ServiceAnswer {
  return options.acknowledgements === "json"
    ? answerJson(200, {})
    : { status: 200, headers: { "content-type": "text/plain" }, body: "OK" };
}

/** Tells whether a content type is JSON, with or without parameters. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Compares secrets without telling by the time it takes how far they agree. */
export function isSameSecret(a: string, b: string): boolean {
  // Digests have one length, which the comparison in constant time asks for.
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The parameters of a query, or everything that is wrong with it. */
export type ReadQuery =
  | { readonly isValid: true; readonly parameters: Readonly<Record<string, string>> }
  | { readonly isValid: false; readonly problems: readonly string[] };

/**
 * Reads the query of a request. A parameter that is there twice is refused, whether or not the values agree: which
 * of the two counts would be a guess.
 * @param query - what follows the question mark
 */
export function readQuery(query: string): ReadQuery {
  const entries = [...new URLSearchParams(query)];
  const names = new Set(entries.map(([name]) => name));
  const repeated = [...names].filter((name) => entries.filter(([other]) => other === name).length > 1);
  if (repeated.length === 0) return { isValid: true, parameters: Object.fromEntries(entries) };
  return { isValid: false, problems: repeated.map((name) => `${name}: Must be given once.`) };
}

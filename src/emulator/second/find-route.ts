import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { isPlainObject } from "../../text/is-plain-object";
import { SECOND_OPERATIONS, type SecondName } from "../../wire/second/operations";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import type { ServedEngine, ServiceRequest } from "../service/handle-request";
import { findEntered, findQueueById, findRepositoryById } from "./known-resources";
import { refuseSecond, SecondError, withRequestId } from "./second-error";
import { showQueue } from "./show-queue";

/** Path prefix of the second interface. */
export const SECOND_BASE_PATH = "/v2";

/** An operation with the values that its path contains. */
export type SecondRoute = Readonly<{ name: SecondName; parameters: Readonly<Record<string, string>> }>;

const ROUTES = (Object.keys(SECOND_OPERATIONS) as SecondName[])
  // Routes without placeholders come before ids.
  .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
  .map((name) => {
    const place = name.replace("/", `${SECOND_BASE_PATH}/`);
    return { name, pattern: new RegExp(`^${place.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) };
  });

export function isSecondPath(path: string): boolean {
  return path === SECOND_BASE_PATH || path.startsWith(`${SECOND_BASE_PATH}/`);
}

/** Finds the operation of a method and a path. @returns undefined if there is no such operation */
export function tryFindRoute(method: string, path: string): SecondRoute | undefined {
  for (const { name, pattern } of ROUTES) {
    const match = pattern.exec(`${method} ${path}`);
    if (match === null) continue;
    try {
      const values = Object.entries(match.groups ?? {});
      const decoded = values.map(([key, text]) => [key, decodeURIComponent(text)] as const);
      return { name, parameters: Object.fromEntries(decoded) };
    } catch {
      // The path is not valid percent-encoding.
      return undefined;
    }
  }
  return undefined;
}

/** Finds the queue that a request of the second interface names by any id; undefined if it names none. */
export function tryFindNamedQueue(
  service: ServedEngine,
  { method, path, query }: Pick<ServiceRequest, "method" | "path" | "query">,
  body: unknown,
): QueueIdentity | undefined {
  const { name = "", parameters = {} } = tryFindRoute(method, path) ?? {};
  const fields: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(isPlainObject(body) ? body : {}),
  };
  const { id = "" } = parameters;
  try {
    if (name.includes("/merge-queues/{id}")) return findQueueById(service, id).identity;
    if (name.includes("/pull-requests/{id}")) return findEntered(service, id).queue?.identity;
    const queues = [...service.engine.state.queues.values()];
    if (id !== "") return queues.find(({ testRuns }) => testRuns.has(id))?.identity;
    const { repositoryId, targetBranch } = fields;
    if (typeof repositoryId !== "string" || typeof targetBranch !== "string") return undefined;
    return { repo: findRepositoryById(service, repositoryId), targetBranch };
  } catch (error) {
    if (error instanceof SecondError) return undefined;
    throw error;
  }
}

/** Returns the response that a read of the queue would get. This call does not count as a read. */
export function previewNamedQueue(service: ServedEngine, named: QueueIdentity | undefined): ServiceResponse {
  const queue = named && service.engine.state.queues.get(toIdentityKey(named));
  return queue === undefined
    ? refuseSecond({ code: "MERGE_QUEUE_NOT_FOUND", message: "There is no such queue." })
    : withRequestId(jsonResponse(200, showQueue(service, queue)));
}

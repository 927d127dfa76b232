import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { isPlainObject } from "../../text/is-plain-object";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import type { ServedEngine, ServiceRequest } from "../service/handle-request";
import { findEntered } from "./find-at-host";
import { tryFindRoute } from "./find-route";
import { findQueueById, findRepositoryById } from "./known-resources";
import { refuseSecond, SecondError, withRequestId } from "./second-error";
import { showQueue } from "./show-queue";

/** Finds the queue that a request of the second interface names, by whatever id. @returns undefined: none */
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

/** Returns what a read of a queue would return now, without counting as a read. */
export function previewNamedQueue(service: ServedEngine, named: QueueIdentity | undefined): ServiceResponse {
  const queue = named && service.engine.state.queues.get(toIdentityKey(named));
  return queue === undefined
    ? refuseSecond({ code: "MERGE_QUEUE_NOT_FOUND", message: "There is no such queue." })
    : withRequestId(jsonResponse(200, showQueue(service, queue)));
}

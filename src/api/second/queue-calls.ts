import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { SECOND_MODES, toSecondConfig } from "../../queue/second-settings";
import { describeIssue } from "../../wire/describe-issue";
import { GET_QUEUE, type GetQueueResponse } from "../../wire/first/get-queue";
import type { PullRequest } from "../../wire/first/pull-request";
import type { SecondName } from "../../wire/second/operations";
import type { ApiClient, CallOptions } from "../api-client";
import type { ListedQueueResponse, PageRequest } from "../client-operations";
import { readAllPullRequests } from "../list-all-pull-requests";
import { listPage } from "./pull-request-calls";
import {
  findQueue,
  findQueueId,
  findRepositoryId,
  type SecondCall,
  type SecondMethods,
  type SecondQueue,
} from "./second-call";
import { toQueueFacts, toRecordFields } from "./to-first-words";

export const QUEUE_METHODS = {
  async createQueue(call, { repo, targetBranch, mode, concurrency }) {
    const repositoryId = await findRepositoryId(call, repo);
    const settings = { mode: mode && SECOND_MODES[mode], concurrency };
    return call.send("POST /merge-queues", { repositoryId, targetBranch, ...settings }, call.options);
  },
  /** Reads a queue, and its ready pull requests in the service's own order. */
  async getQueue(call, request) {
    const queue = await findQueue(call, request);
    const record = readRecord(call, nameRead(call), queue);
    return { ...record, enqueuedPullRequests: await listEnqueued(call, request, queue.id) };
  },
  async getQueueRecord(call, request) {
    if (!("queueId" in request)) return toListedQueue(call, nameRead(call), await findQueue(call, request));
    const name = "GET /merge-queues/{id}";
    const queue = toListedQueue(call, name, await call.send(name, { id: request.queueId }));
    if (queue.repo.name !== "") return queue;
    const why = "the response does not name the repository";
    throw call.toError(name, { code: "unexpected_response", why });
  },
  /** Changes settings, then mode, then state. In this order, no change prevents a later change. */
  async updateQueue(call, request) {
    const { repo, targetBranch, mode, state, ...changed } = request;
    const { deleteRequiredStatuses, additionalSettings = {}, ...settings } = changed;
    const id = await findQueueId(call, { repo, targetBranch });
    const additional = Object.entries(additionalSettings).filter(([, value]) => value !== null);
    const cleared = deleteRequiredStatuses === true ? { requiredStatuses: [] } : {};
    const config = { ...toSecondConfig(settings), ...cleared, ...Object.fromEntries(additional) };
    let shown: SecondQueue | undefined;
    const steps: (readonly [SecondName, (options: CallOptions) => Promise<Partial<SecondQueue>>])[] = [];
    const patch = "PATCH /merge-queues/{id}/config";
    if (Object.keys(config).length > 0) {
      steps.push([patch, async (options) => (shown = await call.send(patch, { id, config }, options))]);
    }
    if (mode !== undefined) {
      const name = "POST /merge-queues/{id}/switch-modes";
      steps.push([name, async (options) => call.send(name, { id, mode: SECOND_MODES[mode] }, options)]);
    }
    if (state !== undefined) {
      const name = STATE_OPERATIONS[state];
      steps.push([name, async (options) => call.send(name, { id }, options)]);
    }
    const done: SecondName[] = [];
    for (const [name, run] of steps) {
      try {
        // Only the first step follows the caller's own look.
        const seenAtMs = done.length === 0 ? call.options.seenAtMs : undefined;
        const { state: now, mode: modeNow } = await run({ ...call.options, seenAtMs });
        shown &&= { ...shown, state: now, mode: modeNow };
        done.push(name);
      } catch (error) {
        if (done.length === 0 || !isMergeQueueError(error)) throw error;
        const message = `${error.message} Before that, ${done.join(" and ")} had succeeded, so a part of the change is stored.`;
        throw new MergeQueueError(error.code, message, { ...error.details, isEffectPossible: true }, error);
      }
    }
    return shown && readRecord(call, patch, shown);
  },
  async deleteQueue(call, request) {
    const id = await findQueueId(call, request);
    return call.send("DELETE /merge-queues/{id}", { id }, call.options);
  },
  async listQueues(call, { repo, cursor, take = 100 }) {
    const name = "GET /merge-queues";
    const repositoryId = repo && (await findRepositoryId(call, repo));
    const { data, nextCursor } = await call.send(name, { repositoryId, cursor, limit: take }, call.options);
    return { queues: data.map((queue) => toListedQueue(call, name, queue)), nextCursor };
  },
} satisfies Partial<SecondMethods>;

function nameRead({ options }: SecondCall): SecondName {
  return options.queueId === undefined ? "GET /merge-queues" : "GET /merge-queues/{id}";
}

/** Reads a record with the schema of the first interface, so that both interfaces treat wrong types alike. */
function readRecord({ toError }: SecondCall, name: SecondName, queue: SecondQueue): GetQueueResponse {
  const read = GET_QUEUE.responseSchema.safeParse(toRecordFields(queue), { error: describeIssue });
  if (read.success) return { ...read.data, ...toQueueFacts(queue) };
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const why = `the response does not match the interface: ${problems.join(" ").replace(/\.$/, "")}`;
  throw toError(name, { code: "unexpected_response", why });
}

async function listEnqueued(
  call: SecondCall,
  queue: QueueIdentity,
  id: string,
): Promise<readonly PullRequest[]> {
  const states = ["pending", "testing", "tests_passed", "pending_failure"] as const;
  const readPage = async (_name: string, { cursor, take }: PageRequest): Promise<unknown> =>
    listPage(call, id, { states, cursor, take });
  // The only operation that a list calls.
  const api = { call: readPage as ApiClient["call"] };
  const listed = await readAllPullRequests(api, queue, call.options);
  // The list begins with the most recently enqueued one.
  return listed.length < 2 ? listed : sortByOrder(call, id, listed.toReversed());
}

/** Sorts pull requests in the service's order. If the key may not read the order, does not sort. */
async function sortByOrder(
  call: SecondCall,
  id: string,
  pullRequests: readonly PullRequest[],
): Promise<readonly PullRequest[]> {
  try {
    const order = await call.send("GET /merge-queues/{id}/order", { id });
    const { batches = [], pending = [], awaitingAdmission = [] } = order;
    const started = batches.flatMap((batch) => batch.pullRequests);
    const ordered = [...started, ...pending.map(({ pullRequest }) => pullRequest), ...awaitingAdmission];
    const places = new Map(ordered.map(({ number }, place) => [number, place]));
    const getPlace = ({ prNumber }: PullRequest): number => places.get(prNumber) ?? ordered.length;
    return pullRequests.toSorted((a, b) => getPlace(a) - getPlace(b));
  } catch (error) {
    if (hasErrorCode(error, "forbidden")) return pullRequests;
    throw error;
  }
}

const STATE_OPERATIONS = {
  running: "POST /merge-queues/{id}/resume",
  paused: "POST /merge-queues/{id}/pause",
  draining: "POST /merge-queues/{id}/drain",
} as const;

function toListedQueue(call: SecondCall, operation: SecondName, queue: SecondQueue): ListedQueueResponse {
  const record = readRecord(call, operation, queue);
  const [, host = "", owner = "", name = ""] =
    /^https?:\/\/([^/]+)\/(.+)\/([^/]+)$/.exec(queue.repositoryUrl ?? "") ?? [];
  return { repo: { host, owner, name }, targetBranch: queue.targetBranch, ...record };
}

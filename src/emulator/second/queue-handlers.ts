import type { EventOf } from "../../engine/engine-event";
import type { Queue } from "../../engine/engine-state";
import type { JsonValue } from "../../queue/additional-settings";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { checkBranchShape, type Repository } from "../../queue/queue-identity";
import { fromSecondConfig, fromSecondWord, SECOND_MODES } from "../../queue/second-settings";
import type { QueueSettings } from "../../queue/settings";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { expose } from "../metrics/queue-metrics";
import { readShownState } from "../responses/queue-response";
import {
  findQueueById,
  findRepositoryById,
  findRepositoryByUrl,
  toRepositoryId,
  toRepositoryUrl,
  UNKNOWN_TIME,
} from "./known-resources";
import { applySecond, type SecondContext, SecondError, type SecondHandlers } from "./second-error";
import { ALLOWED_BOT_SUBMITTERS, showOrder, showQueue, showQueueState } from "./show-queue";
import { toPage } from "./to-page";

/** Labels that show the states of pull requests. `enqueueingLabel` must differ from these labels. */
const STATE_LABELS = PULL_REQUEST_STATES.map((state) => `trunk-${state.replaceAll("_", "-")}`);

const PROVIDER_HOSTS = ["github.com", "gitlab.com", "bitbucket.org"];

export const QUEUE_HANDLERS = {
  "GET /repositories": ({ providerUrl, ...page }, context) => {
    const repo = findRepositoryByUrl(context, providerUrl);
    const repositoryId = toRepositoryId(context, repo);
    const show = (): object => showRepository(context, repo);
    // All spellings of an address share a cursor.
    const request = { ...page, repositoryId };
    return toPage(context, request, { items: [repo], toKey: () => repositoryId, show }).response;
  },
  "GET /repositories/{id}": ({ id }, context) =>
    jsonResponse(200, showRepository(context, findRepositoryById(context, id))),
  "GET /merge-queues": (request, context) => {
    const { repositoryId, targetBranch } = request;
    const id = repositoryId?.toLowerCase();
    const branch = targetBranch?.normalize();
    const { response, page } = toPage(context, request, {
      items: [...context.engine.state.queues.values()]
        .filter(({ identity }) => id === undefined || toRepositoryId(context, identity.repo) === id)
        .filter(({ identity }) => branch === undefined || identity.targetBranch.normalize() === branch),
      // By creation; the id makes it unique.
      toKey: (queue) => `${new Date(queue.createdAtMs).toISOString()} ${queue.id}`,
      show: (queue) => showQueue(context, queue),
    });
    // Counts as a read of each queue.
    const switching = page.filter(({ switchingReadsLeft }) => switchingReadsLeft > 0);
    for (const { identity } of switching) applySecond(context, { type: "readQueue", identity });
    return response;
  },
  "GET /merge-queues/{id}": ({ id }, context) => {
    const { identity } = findQueueById(context, id);
    return jsonResponse(200, showQueue(context, applySecond(context, { type: "readQueue", identity })));
  },
  "POST /merge-queues": (request, context) => {
    const { repositoryId, targetBranch, mode, concurrency, ...rest } = request;
    const problem = checkBranchShape(targetBranch);
    if (problem !== undefined) throw new SecondError("VALIDATION_FAILED", `targetBranch: ${problem}`);
    const identity = { repo: findRepositoryById(context, repositoryId), targetBranch };
    const settings = {
      ...(mode === undefined ? {} : { mode: toMode(mode) }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    const created = write(context, { type: "createQueue", identity, settings });
    // As published, a separate write: if it is refused, the queue already exists.
    const isComplete = Object.values(rest).every((value) => value === undefined);
    return jsonResponse(201, showQueue(context, isComplete ? created : changeConfig(context, created, rest)));
  },
  "PATCH /merge-queues/{id}/config": (request, context) => {
    // The body is the configuration itself.
    const { id, ...config } = request as unknown as { readonly id: string } & Record<string, JsonValue>;
    const queue = findQueueById(context, id);
    refuseWhileSwitching(queue);
    return jsonResponse(200, showQueue(context, changeConfig(context, queue, config)));
  },
  "POST /merge-queues/{id}/pause": ({ id }, context) => changeState(context, id, { state: "paused" }),
  "POST /merge-queues/{id}/resume": ({ id }, context) => changeState(context, id, { state: "running" }),
  "POST /merge-queues/{id}/drain": ({ id }, context) => changeState(context, id, { state: "draining" }),
  "POST /merge-queues/{id}/switch-modes": ({ id, mode }, context) => {
    const queue = findQueueById(context, id);
    refuseWhileSwitching(queue);
    if (queue.settings.mode === toMode(mode)) return jsonResponse(200, showQueueState(queue));
    return changeState(context, id, { mode: toMode(mode) });
  },
  "DELETE /merge-queues/{id}": ({ id }, context) => {
    applySecond(context, { type: "deleteQueue", identity: findQueueById(context, id).identity });
    return { status: 204, headers: {}, body: "" };
  },
  "GET /merge-queues/{id}/order": ({ id }, context) =>
    jsonResponse(200, showOrder(context, findQueueById(context, id))),
  "GET /merge-queues/{id}/metrics": ({ id }, context) => {
    const { state } = context.engine;
    const queues = new Map([[id, findQueueById(context, id)]]);
    return expose({ ...state, queues }, undefined, context.options);
  },
  "GET /merge-queues/metrics": ({ repositoryId }, context) => {
    const repo = repositoryId === undefined ? undefined : findRepositoryById(context, repositoryId);
    return expose(context.engine.state, repo, context.options);
  },
} satisfies Partial<SecondHandlers>;

function showRepository(context: SecondContext, repo: Repository): object {
  const host = repo.host.toLowerCase();
  return {
    id: toRepositoryId(context, repo),
    provider: PROVIDER_HOSTS.includes(host) ? host.split(".")[0] : "unknown",
    path: `${repo.owner}/${repo.name}`,
    host: repo.host,
    url: toRepositoryUrl(repo),
    defaultBranch: null,
    isPrivate: null,
    createdAt: UNKNOWN_TIME,
    updatedAt: UNKNOWN_TIME,
  };
}

function toMode(word: string): Queue["settings"]["mode"] {
  // The schema allows the words of the table.
  return fromSecondWord(SECOND_MODES, word) as Queue["settings"]["mode"];
}

function refuseWhileSwitching(queue: Queue): void {
  if (readShownState(queue) !== "switching_modes") return;
  throw new SecondError("MODE_CHANGE_IN_PROGRESS", "The queue is switching modes. Try again later.");
}

function changeState(context: SecondContext, id: string, settings: QueueSettings): ServiceResponse {
  const { identity } = findQueueById(context, id);
  return jsonResponse(200, showQueueState(write(context, { type: "updateQueue", identity, settings })));
}

/** Changes settings. An empty list of required statuses removes the queue's own list. */
function changeConfig(
  context: SecondContext,
  queue: Queue,
  config: Readonly<Record<string, unknown>>,
): Queue {
  const isAdditional = ([name]: [string, unknown]): boolean =>
    name === ALLOWED_BOT_SUBMITTERS || Object.hasOwn(context.options.additionalSettings, name);
  const given = Object.entries(config);
  const others = Object.fromEntries(given.filter((entry) => !isAdditional(entry)));
  // The schema has checked the values by the table; the others came from JSON.
  const { requiredStatuses, ...settings } = fromSecondConfig(others) as QueueSettings;
  const additionalSettings = new Map(given.filter(isAdditional) as [string, JsonValue][]);
  if (STATE_LABELS.includes(settings.enqueueingLabel ?? "")) {
    const label = JSON.stringify(settings.enqueueingLabel);
    const message = `enqueueingLabel: The service uses the label ${label} for the state of pull requests. Choose another label.`;
    throw new SecondError("VALIDATION_FAILED", message);
  }
  const isCleared = requiredStatuses?.length === 0;
  return write(context, {
    type: "updateQueue",
    identity: queue.identity,
    settings: isCleared || requiredStatuses === undefined ? settings : { ...settings, requiredStatuses },
    deletesRequiredStatuses: isCleared,
    additionalSettings,
  });
}

type Write = Omit<EventOf<"createQueue">, "isByTerraform"> | Omit<EventOf<"updateQueue">, "isByTerraform">;

function write(context: SecondContext, event: Write): Queue {
  return applySecond(context, { ...event, isByTerraform: context.isByTerraform });
}

import type { ClientOperation, ClientRequest, ClientResponse } from "../../../src/api/client-operations";
import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { SECOND_SETTINGS } from "../../../src/queue/second-settings";
import { response } from "../support/exchanges";
import { makeScriptedClient, type ScriptedClient } from "../support/make-client";

/** Ids of the repository and of pull request 7. */
export const REPOSITORY_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
export const PULL_REQUEST_ID = "0d2b0a6e-3c1a-4c1e-9a53-6d8f6a1f7b07";

/** A queue as the second interface shows it, with all settings that it has. */
export const MERGE_QUEUE = {
  id: "xK9mP2nQ",
  repositoryId: REPOSITORY_ID,
  repositoryUrl: "https://github.com/acme/web",
  targetBranch: "main",
  state: "running",
  mode: "graph",
  managedState: "terraformWithDrift",
  createdAt: "2026-07-24T20:26:04.000Z",
  updatedAt: "2026-07-24T20:26:04.000Z",
  pullRequestsUrl: "/v2/merge-queues/xK9mP2nQ/pull-requests",
  config: {
    [SECOND_SETTINGS.concurrency.name]: 3,
    allowBatching: true,
    notReadyTimeoutMinutes: 120,
    mergeMethod: "mergeCommit",
    requiredStatuses: ["build"],
    optimizationMode: "aNewWord",
    shinyNewSetting: 1,
  },
};

/** A pull request as the second interface shows it. */
export const PULL_REQUEST = {
  id: PULL_REQUEST_ID,
  repositoryId: REPOSITORY_ID,
  number: 7,
  title: "Faster",
  branch: "faster",
  sha: "abc123",
  baseBranch: "main",
  author: "ada",
  isCurrentlySubmittedToQueue: true,
  createdAt: "2026-07-24T20:26:04.000Z",
  queueEntry: {
    id: "entry-7",
    mergeQueueId: MERGE_QUEUE.id,
    state: "testsPassed",
    stateChangedAt: "2026-07-24T20:27:04.000Z",
    priorityValue: 100,
    priorityName: "medium",
    skipsTheLine: false,
    allowBatching: false,
    direct: true,
    verifiedByVerificationRunId: "run-1",
    readiness: {
      requiresImpactedTargets: true,
      doesBaseBranchMatch: true,
      mergeability: "notMergeable",
      mergeabilityDetails: { provider: "github", reasons: [{ code: "behind", message: "It is behind." }] },
    },
  },
};

/** A page of a list. */
export function page(data: readonly unknown[], nextCursor: string | null = null, more: object = {}): object {
  return { data, nextCursor, hasMore: nextCursor !== null, ...more };
}

/** An error of the second interface. */
export function refusal(status: number, code: string, message = "No."): Exchange {
  return response(status, JSON.stringify({ error: { code, message } }), { contentType: "application/json" });
}

/** What the service sends: a JSON body, an exchange, or one of these for each request in turn. */
type Answer = object | Exchange | readonly (object | Exchange)[];

/** Answers of a service with one queue and pull request 7 in it. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "GET /repositories": page([{ id: REPOSITORY_ID, url: "https://github.com/acme/web" }]),
  "GET /merge-queues": page([MERGE_QUEUE]),
  "GET /pull-requests": page([PULL_REQUEST]),
  [`GET /pull-requests/${PULL_REQUEST_ID}`]: PULL_REQUEST,
};

/** A client of the second interface whose service answers by method and path. */
export interface SecondClient extends ScriptedClient {
  readonly call: <Name extends ClientOperation>(
    name: Name,
    request: ClientRequest<Name>,
    more?: Parameters<ScriptedClient["options"]>[1],
  ) => Promise<ClientResponse<Name>>;
  /** Runs a call that must fail. */
  readonly refuse: (name: ClientOperation, request: object) => Promise<MergeQueueError>;
  /** What was sent: `GET /merge-queues?limit=1`, with the body of writes. */
  readonly sent: () => readonly (string | readonly [string, unknown])[];
}

/** Makes such a client. @param answers - beside {@link ANSWERS}; what has none is 404 without an envelope */
export function makeSecondClient(answers: Readonly<Record<string, Answer>> = {}): SecondClient {
  const all: Record<string, Answer> = { ...ANSWERS, ...answers };
  const step = ({ method, path }: HttpRequest): Exchange => {
    const name = `${method} ${path.replace("/v2", "").replace(/\?.*/, "")}`;
    const answer = all[name];
    const own = Array.isArray(answer) ? (answer.shift() as object) : answer;
    if (own === undefined) return response(404, "no route", { contentType: "text/plain" });
    const isExchange = "kind" in own && (own.kind === "response" || own.kind === "fault");
    return isExchange ? (own as Exchange) : response(200, JSON.stringify(own));
  };
  const scripted = makeScriptedClient([step], { baseUrl: "https://merge.example.com/v2" });
  const { client, requests, options, fail } = scripted;
  return {
    ...scripted,
    call: async (name, request, more) => client.call(name, request, options(600_000, more)),
    refuse: async (name, request) => fail(name, request as never),
    sent: () =>
      requests.map(({ method, path, body }) => {
        const line = decodeURIComponent(`${method} ${path.replace("/v2", "")}`);
        return body === undefined ? line : [line, JSON.parse(body) as unknown];
      }),
  };
}

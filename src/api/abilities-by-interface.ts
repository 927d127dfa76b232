import { findSecondProblem } from "../queue/second-settings";
import { findFirstProblem } from "../queue/validate-settings";
import type { SecondName } from "../wire/second/operations";
import type { Abilities } from "./abilities";
import type { ClientOperation } from "./client-operations";

const FIRST: Abilities = {
  hasQueueIds: false,
  listsQueues: false,
  inheritsByEmptyList: false,
  changesSubmissions: false,
  hasTimelines: false,
  findValueProblem: findFirstProblem,
  checkRequest: async (method, request) => {
    const { checkFirstRequest } = await import("./encode-request");
    checkFirstRequest(method, request);
  },
  nameOperation: (method) => method,
};

/** The main request that each method sends. */
const SECOND_NAMES: Readonly<Partial<Record<ClientOperation, SecondName>>> = {
  createQueue: "POST /merge-queues",
  getQueue: "GET /merge-queues",
  updateQueue: "PATCH /merge-queues/{id}/config",
  deleteQueue: "DELETE /merge-queues/{id}",
  submitPullRequest: "POST /merge-queues/{id}/pull-requests",
  cancelPullRequest: "POST /pull-requests/{id}/dequeue",
  restartTestsOnPullRequest: "POST /pull-requests/{id}/restart-tests",
  listPullRequests: "GET /merge-queues/{id}/pull-requests",
};

const SECOND: Abilities = {
  hasQueueIds: true,
  listsQueues: true,
  inheritsByEmptyList: true,
  changesSubmissions: true,
  hasTimelines: true,
  findValueProblem: findSecondProblem,
  checkRequest: async (method, request) => {
    const { checkSecondRequest } = await import("./second/call-second");
    checkSecondRequest(method, request);
  },
  nameOperation: (method) => SECOND_NAMES[method] ?? method,
};

export const ABILITIES = { first: FIRST, second: SECOND } as const;

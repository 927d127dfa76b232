import { findSecondProblem } from "../queue/second-settings";
import type { SettingName } from "../queue/settings";
import type { SecondName } from "../wire/second/operations";
import type { ClientOperation } from "./client-operations";

/** What an interface can do, for layers that do not know which one a client speaks. */
export interface Abilities {
  /** Whether queues have ids that never change, so that one that was made again is another. */
  readonly hasQueueIds: boolean;
  /** Whether `listQueues` lists queues with their settings. */
  readonly listsQueues: boolean;
  /** Finds why a value of a setting cannot be sent, as a sentence; undefined: nothing is known against it. */
  readonly findValueProblem: (setting: SettingName, value: unknown) => string | undefined;
  /** Checks a request without sending it; loads the schemas. @throws MergeQueueError `invalid_request` */
  readonly checkRequest: (method: ClientOperation, request: object) => Promise<void>;
  /** The operation behind a method, as messages quote it: `getQueue`, `GET /merge-queues`. */
  readonly nameOperation: (method: ClientOperation) => string;
}

/** What the first interface can do. */
const FIRST: Abilities = {
  hasQueueIds: false,
  listsQueues: false,
  findValueProblem: () => undefined,
  checkRequest: async (method, request) => {
    const { checkFirstRequest } = await import("./encode-request");
    checkFirstRequest(method, request);
  },
  nameOperation: (method) => method,
};

/** The request that does what a method is for. */
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

/** What the second interface can do. */
const SECOND: Abilities = {
  hasQueueIds: true,
  listsQueues: true,
  findValueProblem: findSecondProblem,
  checkRequest: async (method, request) => {
    const { checkSecondRequest } = await import("./second/call-second");
    checkSecondRequest(method, request);
  },
  nameOperation: (method) => SECOND_NAMES[method] ?? method,
};

/** What each interface can do. */
export const ABILITIES = { first: FIRST, second: SECOND } as const;

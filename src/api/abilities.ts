import type { SettingName } from "../queue/settings";
import type { ClientOperation } from "./client-operations";

/** Abilities of an interface, for layers that do not know which one a client uses. */
export interface Abilities {
  /** Whether queues have permanent ids: a recreated queue then has a new id. */
  readonly hasQueueIds: boolean;
  /** Whether `listQueues` lists queues with their settings. */
  readonly listsQueues: boolean;
  /** Whether sending an empty list of required statuses means "inherited". If so, reads return no list. */
  readonly inheritsByEmptyList: boolean;
  /** Whether `changeSubmission` changes a queued pull request. If not, submit it again to change it. */
  readonly changesSubmissions: boolean;
  /** Whether every service accepts `includeTimeline`. If not, some services refuse it. */
  readonly hasTimelines: boolean;
  /** Finds why a value of a setting cannot be sent. @returns a sentence, or undefined */
  readonly findValueProblem: (setting: SettingName, value: unknown) => string | undefined;
  /** Checks a request without sending it; loads the schemas. @throws MergeQueueError `invalid_request` */
  readonly checkRequest: (method: ClientOperation, request: object) => Promise<void>;
  /** The operation behind a method, as messages quote it: `getQueue`, `GET /merge-queues`. */
  readonly nameOperation: (method: ClientOperation) => string;
}

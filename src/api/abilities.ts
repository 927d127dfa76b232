import type { SettingName } from "../queue/settings";
import type { ClientOperation } from "./client-operations";

/** What an interface can do. Callers that do not know a client's interface check this. */
export interface Abilities {
  /** Whether queues have permanent ids. If queues have ids, a recreated queue has a new id. */
  readonly hasQueueIds: boolean;
  /** Whether `listQueues` lists queues with their settings. */
  readonly listsQueues: boolean;
  /** Whether sending an empty list of required statuses means "inherited". If so, reads return no list. */
  readonly inheritsByEmptyList: boolean;
  /** Whether `changeSubmission` exists. Otherwise, submit a pull request again to change it. */
  readonly changesSubmissions: boolean;
  /** Whether every service accepts `includeTimeline`. If false, some services refuse `includeTimeline`. */
  readonly hasTimelines: boolean;
  /** Finds why a value of a setting cannot be sent. @returns a sentence, or undefined */
  readonly findValueProblem: (setting: SettingName, value: unknown) => string | undefined;
  /** Loads the schemas, and checks a request without sending it. @throws MergeQueueError `invalid_request` */
  readonly checkRequest: (method: ClientOperation, request: object) => Promise<void>;
  /** Returns a method's operation, as messages quote it: `getQueue`, `GET /merge-queues`. */
  readonly nameOperation: (method: ClientOperation) => string;
}

import type { SettingName } from "../queue/settings";
import type { ClientOperation } from "./client-operations";

/** What an interface can do. Check these fields if you do not know which interface a client uses. */
export interface Abilities {
  /** Whether queues have permanent ids. If queues have ids, a recreated queue has a new id. */
  readonly hasQueueIds: boolean;
  /** Whether `listQueues` lists queues with their settings. */
  readonly listsQueues: boolean;
  /** Whether a queue inherits its required statuses if an empty list is sent. Reads then return no list. */
  readonly inheritsByEmptyList: boolean;
  /** Whether `changeSubmission` exists. If not, a pull request is changed by submitting it again. */
  readonly changesSubmissions: boolean;
  /** Whether every service accepts `includeTimeline`. If false, some services refuse `includeTimeline`. */
  readonly hasTimelines: boolean;
  /** Finds why a value of a setting cannot be sent. @returns a sentence, or undefined */
  readonly findValueProblem: (setting: SettingName, value: unknown) => string | undefined;
  /** Loads the schemas, and checks a request without sending it. @throws MergeQueueError `invalid_request` */
  readonly checkRequest: (method: ClientOperation, request: object) => Promise<void>;
  /** Returns the name of a method's operation for messages, such as `getQueue` or `GET /merge-queues`. */
  readonly nameOperation: (method: ClientOperation) => string;
}

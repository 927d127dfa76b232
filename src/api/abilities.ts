import type { SettingName } from "../queue/settings";
import type { ClientOperation } from "./client-operations";

/** Abilities of an interface, for layers that do not know which one a client uses. */
export interface Abilities {
  /** Whether queues have ids that never change, so that one that was made again is another. */
  readonly hasQueueIds: boolean;
  /** Whether `listQueues` lists queues with their settings. */
  readonly listsQueues: boolean;
  /** Whether an empty list of required statuses means "inherited"; it is then shown as none. */
  readonly inheritsByEmptyList: boolean;
  /** Whether `changeSubmission` changes what is queued. Elsewhere, submitting it again does. */
  readonly changesSubmissions: boolean;
  /** Whether every service knows `includeTimeline`. Elsewhere some refuse it. */
  readonly hasTimelines: boolean;
  /** Finds why a value of a setting cannot be sent, as a sentence; undefined: nothing is known against it. */
  readonly findValueProblem: (setting: SettingName, value: unknown) => string | undefined;
  /** Checks a request without sending it; loads the schemas. @throws MergeQueueError `invalid_request` */
  readonly checkRequest: (method: ClientOperation, request: object) => Promise<void>;
  /** The operation behind a method, as messages quote it: `getQueue`, `GET /merge-queues`. */
  readonly nameOperation: (method: ClientOperation) => string;
}

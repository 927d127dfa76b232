import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";

/** `/createQueue`. */
export interface CreateQueueEvent {
  readonly type: "createQueue";
  readonly identity: QueueIdentity;
  /** What differs from the settings of a new queue. */
  readonly settings: Pick<QueueSettings, "mode" | "concurrency">;
}

/** `/getQueue`: an event as well, because a queue that switches modes settles while it is watched. */
export interface ReadQueueEvent {
  readonly type: "readQueue";
  readonly identity: QueueIdentity;
}

/** `/updateQueue`. */
export interface UpdateQueueEvent {
  readonly type: "updateQueue";
  readonly identity: QueueIdentity;
  /** What changes; absent settings stay. */
  readonly settings: QueueSettings;
  /** Whether a list of required statuses that was set by hand goes. */
  readonly deletesRequiredStatuses: boolean;
}

/** `/deleteQueue`. */
export interface DeleteQueueEvent {
  readonly type: "deleteQueue";
  readonly identity: QueueIdentity;
}

/** `/submitPullRequest`. */
export interface SubmitPullRequestEvent {
  readonly type: "submitPullRequest";
  readonly identity: QueueIdentity;
  /** 0 to 4294967295. */
  readonly number: number;
  /** A value, a word, or undefined for the default. */
  readonly priority: number | string | undefined;
  readonly noBatch: boolean;
}

/** `/cancelPullRequest`. */
export interface CancelPullRequestEvent {
  readonly type: "cancelPullRequest";
  readonly identity: QueueIdentity;
  /** 0 to 4294967295. */
  readonly number: number;
}

/** Everything that can happen to the local service's state. */
export type EngineEvent =
  | CreateQueueEvent
  | ReadQueueEvent
  | UpdateQueueEvent
  | DeleteQueueEvent
  | SubmitPullRequestEvent
  | CancelPullRequestEvent;

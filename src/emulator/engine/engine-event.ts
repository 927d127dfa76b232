import type { AdditionalSettings } from "../../queue/additional-settings";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { CreateQueueSettings, QueueSettings } from "../../queue/settings";
import type { CheckConclusion, HostPullRequestInput, ImpactedTargets } from "./engine-state";
import type { TrackEventsEvent } from "./events/track-events";

/** `/createQueue`. */
export interface CreateQueueEvent {
  readonly type: "createQueue";
  readonly identity: QueueIdentity;
  /** What differs from the settings of a new queue. */
  readonly settings: CreateQueueSettings;
}

/** `/getQueue`: an event as well, because a queue that switches modes may settle while it is watched. */
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
  /** What changes of the settings that the interface does not know. Default: nothing. */
  readonly additionalSettings?: AdditionalSettings;
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

/** `/restartTestsOnPullRequest`. */
export interface RestartTestsEvent {
  readonly type: "restartTests";
  readonly identity: QueueIdentity;
  /** 0 to 4294967295. */
  readonly number: number;
}

/** `/setImpactedTargets`. */
export interface SetImpactedTargetsEvent {
  readonly type: "setImpactedTargets";
  readonly identity: QueueIdentity;
  /** 0 to 4294967295. */
  readonly number: number;
  /** The commit that was examined; undefined: the pull request's latest. */
  readonly sha: string | undefined;
  readonly targets: ImpactedTargets;
}

/**
 * The code host tells what it knows about a pull request: a new one, or what changed on a known one. A new commit
 * (`sha`), a new base branch, a conflict or a closed pull request concern every queue that it is in.
 */
export interface DeclarePullRequestEvent {
  readonly type: "declarePullRequest";
  /** Repository of the pull request. */
  readonly repo: QueueIdentity["repo"];
  /** Absent fields stay as they are; on a new pull request they get the option's choice. */
  readonly pullRequest: HostPullRequestInput;
}

/** A CI system reports a check of a test run. */
export interface ReportCheckEvent {
  readonly type: "reportCheck";
  /** Id of the test run. One that is not in progress any more takes reports, which change nothing. */
  readonly testRunId: string;
  /** Name of the check, as required statuses name it. */
  readonly name: string;
  readonly conclusion: CheckConclusion;
}

/** Time passes and nothing else happens: what is due until now happens, each at its own moment. */
export interface TickEvent {
  readonly type: "tick";
}

/** Everything that can happen to the local service's state. */
export type EngineEvent =
  | CreateQueueEvent
  | ReadQueueEvent
  | UpdateQueueEvent
  | DeleteQueueEvent
  | SubmitPullRequestEvent
  | CancelPullRequestEvent
  | RestartTestsEvent
  | SetImpactedTargetsEvent
  | DeclarePullRequestEvent
  | ReportCheckEvent
  | TrackEventsEvent
  | TickEvent;

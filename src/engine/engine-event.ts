import type { AdditionalSettings } from "../queue/additional-settings";
import type { QueueIdentity } from "../queue/queue-identity";
import type { CreateQueueSettings, QueueSettings } from "../queue/settings";
import type { CheckConclusion, HostPullRequestInput, ImpactedTargets } from "./engine-state";
import type { TrackEventsEvent } from "./events/track-events";

interface QueueEvent<Type extends string> {
  readonly type: Type;
  readonly identity: QueueIdentity;
}

interface PullRequestEvent<Type extends string> extends QueueEvent<Type> {
  /** 0 to 4294967295. */
  readonly number: number;
}

/** `/createQueue`. */
export interface CreateQueueEvent extends QueueEvent<"createQueue"> {
  /** Settings that differ from those of a new queue. */
  readonly settings: CreateQueueSettings;
}

/** `/getQueue`: an event because each read counts while a queue switches modes. */
export type ReadQueueEvent = QueueEvent<"readQueue">;

/** `/updateQueue`. */
export interface UpdateQueueEvent extends QueueEvent<"updateQueue"> {
  /** Changed settings; absent ones are kept. */
  readonly settings: QueueSettings;
  /** Changed settings that the interface does not know. Default: none. */
  readonly additionalSettings?: AdditionalSettings;
  /** Whether the queue's own list of required statuses is removed. */
  readonly deletesRequiredStatuses: boolean;
}

/** `/deleteQueue`. */
export type DeleteQueueEvent = QueueEvent<"deleteQueue">;

/** `/submitPullRequest`. */
export interface SubmitPullRequestEvent extends PullRequestEvent<"submitPullRequest"> {
  /** A value, a name, or undefined for the default. */
  readonly priority: number | string | undefined;
  readonly noBatch: boolean;
}

/** `/cancelPullRequest`. */
export type CancelPullRequestEvent = PullRequestEvent<"cancelPullRequest">;

/** `/restartTestsOnPullRequest`. */
export type RestartTestsEvent = PullRequestEvent<"restartTests">;

/** `/setImpactedTargets`. */
export interface SetImpactedTargetsEvent extends PullRequestEvent<"setImpactedTargets"> {
  /** The examined commit; undefined: the latest. */
  readonly sha: string | undefined;
  readonly targets: ImpactedTargets;
}

/**
 * The code host describes a pull request, new or changed. A new commit (`sha`), a new base branch, a conflict and a
 * closed pull request affect every queue that it is in.
 */
export interface DeclarePullRequestEvent {
  readonly type: "declarePullRequest";
  /** Repository of the pull request. */
  readonly repo: QueueIdentity["repo"];
  /** Absent fields are kept; on a new pull request the option `describePullRequest` sets them. */
  readonly pullRequest: HostPullRequestInput;
}

/** How a check of a test run ended. */
export interface CheckReport {
  /** Id of the test run. Reports on a run that has ended are accepted and change nothing. */
  readonly testRunId: string;
  /** Name of the check, as required statuses name it. */
  readonly name: string;
  readonly conclusion: CheckConclusion;
}

/** A CI system reports a check of a test run. */
export interface ReportCheckEvent extends CheckReport {
  readonly type: "reportCheck";
}

/**
 * Checks are reported at the same moment. The runs that end with them, and those that time out at that moment, have all
 * ended before anything starts again.
 */
export interface ReportChecksEvent {
  readonly type: "reportChecks";
  /** In any order; an unknown test run refuses them all. */
  readonly reports: readonly CheckReport[];
}

/** Time passes: everything that is due happens, each at its own moment. */
export interface TickEvent {
  readonly type: "tick";
}

/** Everything that can change the state. */
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
  | ReportChecksEvent
  | TrackEventsEvent
  | TickEvent;

import type { AdditionalSettings } from "../queue/additional-settings";
import type { QueueIdentity, Repository } from "../queue/queue-identity";
import type { CreateQueueSettings, QueueSettings } from "../queue/settings";
import type { TrackedEvent } from "../queue/tracked-event";
import type { Check, ImpactedTargets } from "./engine-state";
import type { HostPullRequestInput } from "./host-pull-request";
import type { StartFault } from "./state-change";

/** How a check of a test run ended. */
export interface ReportedCheck extends Pick<Check, "name" | "conclusion" | "url"> {
  /** Id of the test run. If this run has ended, the report is accepted but changes nothing. */
  readonly testRunId: string;
}

interface Written {
  /** Whether the event comes from Terraform or OpenTofu. Default: false. */
  readonly isByTerraform?: boolean;
}

interface Rank {
  /** The priority's value or name. Default: no change; in a new submission, the default priority. */
  readonly priority?: number | string | undefined;
  /** Whether it is tested without a batch. Default: no change; in a new submission, false. */
  readonly noBatch?: boolean | undefined;
  /** Whether to test it before it is ready, if it is for the queue's branch. Default: as for `noBatch`. */
  readonly direct?: boolean | undefined;
}

interface QueueEvents {
  /** A read is an event, because some options count the reads while a queue switches modes. */
  readonly readQueue: object;
  /** Returns the queue, as `readQueue` does, but does not count as a read. */
  readonly peekQueue: object;
  readonly updateQueue: {
    readonly settings: QueueSettings;
    /** New values of settings that are not part of the interface. Default: none. */
    readonly additionalSettings?: AdditionalSettings;
    /** Whether the queue's own list of required statuses is removed. Default: false. */
    readonly deletesRequiredStatuses?: boolean;
  } & Written;
  readonly deleteQueue: object;
  readonly pushToBranch: object;
}

interface PullRequestEvents {
  readonly submitPullRequest: Rank;
  /** Has the effect of a second submission, but is refused if the pull request is not in the queue. */
  readonly changeSubmission: Rank;
  readonly cancelPullRequest: object;
  readonly restartTests: object;
  readonly setImpactedTargets: {
    /** The commit that impacts these targets. Default: the latest commit. */
    readonly sha?: string | undefined;
    readonly targets: ImpactedTargets;
  };
}

interface OtherEvents {
  readonly createQueue: OnQueue & {
    /** Settings of the new queue. The option `newQueue` fills in absent settings. */
    readonly settings: CreateQueueSettings;
  } & Written;
  /** Describes a pull request. Its queues react to a new commit or base branch, a conflict or its closing. */
  readonly declarePullRequest: InRepository & {
    /** Absent fields do not change. If the pull request is new, `describePullRequest` fills them in. */
    readonly pullRequest: HostPullRequestInput;
  };
  readonly mergePullRequest: InRepository & Numbered;
  readonly failTestStart: { readonly testRunId: string; readonly fault: StartFault };
  readonly reportCheck: ReportedCheck;
  /** Checks reported together. All runs that end or time out now do so before any other test starts. */
  readonly reportChecks: {
    /** The reports, in any order. If one of them names an unknown test run, all are refused. */
    readonly reports: readonly ReportedCheck[];
  };
  readonly trackEvents: InRepository & { readonly events: readonly TrackedEvent[] };
  readonly tick: object;
}

type Typed<Events, Common = object> = {
  [Type in keyof Events]: { readonly type: Type } & Common & Events[Type];
}[keyof Events];

interface OnQueue {
  readonly identity: QueueIdentity;
}

interface InRepository {
  readonly repo: Repository;
}

interface Numbered {
  /** Number of the pull request, 0 to 4294967295. */
  readonly number: number;
}

/** All events that can change an existing queue. */
export type QueueEvent = Typed<QueueEvents, OnQueue> | Typed<PullRequestEvents, OnQueue & Numbered>;

/** All events that can change the state. */
export type EngineEvent = QueueEvent | Typed<OtherEvents>;

/** An event of one type. */
export type EventOf<Type extends EngineEvent["type"]> = Extract<EngineEvent, { readonly type: Type }>;

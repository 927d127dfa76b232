import type { QueueIdentity } from "../../queue/queue-identity";
import type { SettingName, SettingValueOf } from "../../queue/settings";

/** Settings that a queue holds itself. The required statuses are apart, because they may be inherited. */
export type StoredSettings = {
  readonly [Name in Exclude<SettingName, "requiredStatuses">]: SettingValueOf<Name>;
};

/** How urgent a pull request is; the smaller the value, the earlier its turn. */
export interface Priority {
  /** 0 to 4294967295. */
  readonly value: number;
  /** Word for the value; the value in decimal digits where no word stands for it. */
  readonly name: string;
  /** The default's name, if the submission named no priority. */
  readonly usedDefaultName?: string;
}

/** What a code host knows about a pull request. */
export interface PullRequestDescription {
  readonly title: string;
  /** Commit at the tip of the pull request, 40 hexadecimal digits. */
  readonly sha: string;
  readonly author: string;
  /** Branch that the pull request wants to merge into. */
  readonly baseBranch: string;
}

/** A pull request that is in a queue. */
export interface EnqueuedPullRequest {
  readonly id: string;
  /** 0 to 4294967295. */
  readonly number: number;
  readonly state: "pending";
  /** Milliseconds since 1970 (UTC). */
  readonly stateChangedAtMs: number;
  readonly priority: Priority;
  readonly noBatch: boolean;
  readonly description: PullRequestDescription;
}

/** One queue. */
export interface Queue {
  /** In the spelling of the request that created it. */
  readonly identity: QueueIdentity;
  readonly settings: StoredSettings;
  /** The list that was set by hand; undefined: inherited. */
  readonly requiredStatuses: readonly string[] | undefined;
  /** How many more reads show the queue as `switching_modes`; 0: it is not switching. */
  readonly switchingReadsLeft: number;
  /** By number, in the order of submission. */
  readonly pullRequests: ReadonlyMap<number, EnqueuedPullRequest>;
}

/** All that the local service knows. A value: it is replaced, never changed. */
export interface EngineState {
  /** By identity key, so that two spellings of one repository mean one queue. */
  readonly queues: ReadonlyMap<string, Queue>;
}

/** A service that nobody has used yet. */
export const EMPTY_STATE: EngineState = { queues: new Map() };

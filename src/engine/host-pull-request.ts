import type { HostMergeability } from "../queue/pull-request-state";

/** A pull request as its code host knows it. */
export interface HostPullRequest {
  /** 0 to 4294967295. */
  readonly number: number;
  readonly title: string;
  readonly sha: string;
  /** Where the commit comes from. The first request that names a commit replaces a made-up one. */
  readonly commitFrom: "made_up" | "request" | "host";
  readonly author: string;
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly mergeability: HostMergeability;
  /** When it was merged or closed, in milliseconds since 1970 (UTC); undefined if it is open. */
  readonly closedAtMs: number | undefined;
  readonly isMerged: boolean;
  /** Whether it is a draft. A draft cannot be merged. */
  readonly draft: boolean;
  /** Whether it contains the latest commit of its base branch, as of {@link baseVersion}. */
  readonly isUpToDate: boolean;
  /** Version of its base branch when `isUpToDate` was declared; see `EngineState.branchVersions`. */
  readonly baseVersion: number;
  /** Whether its own checks, outside of the queue, have passed on its latest commit. */
  readonly hasPassedChecks: boolean;
  /** Whether a mark at the code host puts it at the front of its queue, with priority 0. */
  readonly skipTheLine: boolean;
  /** Whether a mark at the code host demands tests before it is ready. */
  readonly forceEnqueued: boolean;
}

/** Description of a pull request. The local service makes up values for absent fields. */
export type PullRequestDescription = Partial<
  Omit<HostPullRequest, "number" | "commitFrom" | "closedAtMs" | "isMerged" | "baseVersion">
>;

/** What the code host reports about a pull request. */
export type HostPullRequestInput = Pick<HostPullRequest, "number"> &
  PullRequestDescription & {
    /** Whether the pull request is open. Default: no change; a new pull request is open. */
    readonly isOpen?: boolean;
  };

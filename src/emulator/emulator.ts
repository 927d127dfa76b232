import type { CheckConclusion } from "../engine/engine-state";
import type { HostPullRequestInput } from "../engine/host-pull-request";
import type { StartFault } from "../engine/state-change";
import type { PullRequestState } from "../queue/pull-request-state";
import type { QueueIdentity, Repository } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { AutoOptions } from "./auto-options";
import type { ClockMode, EmulatorClock } from "./clock/time-keeper";
import type { EmulatorOptionsInput } from "./emulator-options";
import type { Fault } from "./faults";
import type { KeptRequests, RequestRecord } from "./http/request-log";
import type { KeyPermission } from "./key-permissions";

/** How to start the local service. */
export interface StartOptions {
  /** TCP port, 1 to 65535, or 0 for any free port. Default: 0. */
  readonly port?: number;
  /** The token that allows every operation: visible ASCII characters. Default: a random token. */
  readonly token?: string;
  /** Labels of the keys to generate (second interface), with permissions besides reading. Default: none. */
  readonly keys?: Readonly<Record<string, readonly KeyPermission[]>>;
  /** How the service behaves where the interface says nothing. */
  readonly options?: EmulatorOptionsInput;
  /** The initial faults; the first fault is outermost. Default: none. */
  readonly faults?: readonly Fault[];
  /** Which requests to keep. For a service that runs for long, use `latest`. Default: `all`. */
  readonly keptRequests?: KeptRequests;
  /** `real`: the clock follows the machine's. `manual`: the clock only moves on request. Default: `real`. */
  readonly clock?: ClockMode;
  /** Replaces the machine's clock. Returns milliseconds since 1970 (UTC). Default: `Date.now`. */
  readonly now?: () => number;
  /** Seed of identifiers: the same seed and events give the same identifiers. Default: a random one. */
  readonly seed?: string;
  /** Makes the service report checks and impacted targets itself. Default: the caller must report them. */
  readonly auto?: AutoOptions;
  /**
   * A file that keeps all data across restarts. It is created if it does not exist. The file contains every
   * acknowledged change, however the process ends. Default: data is kept in memory only.
   */
  readonly data?: string;
  /**
   * Whether to start with 20 queues and a simulated history of 31 days. `auto` sets how checks are reported.
   * New pull requests keep arriving, but never count as due. Cannot be set with `data`. Default: false.
   */
  readonly isDemo?: boolean;
}

/** A running local service. */
export interface Emulator {
  /** Base address for clients: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Base address of the second interface: `http://127.0.0.1:PORT/v2`. */
  readonly secondUrl: string;
  /** The keys that were generated, by their labels. */
  readonly keys: Readonly<Record<string, string>>;
  /** The token that the service accepts. */
  readonly token: string;
  /** The service's clock, which can be stopped and moved. */
  readonly clock: EmulatorClock;
  /** The kept requests (see `keptRequests`) in order of arrival. New requests are added to this same list. */
  readonly requests: readonly RequestRecord[];
  /** Number of connections: those opened since the start, and those open now. */
  readonly connections: { readonly opened: number; readonly open: number };
  /** Returns the current state of a queue; undefined if the queue does not exist. Makes no request. */
  readonly findQueue: (identity: QueueIdentity) => QueueView | undefined;
  /** Returns the current state of all queues, in the order of their creation. */
  readonly listQueues: () => readonly QueueView[];
  /**
   * Sets the code host's facts about a pull request. Absent fields keep their values. In a new pull request,
   * they get made-up values. @throws MergeQueueError `not_found` if an option excludes the repository
   */
  readonly declarePullRequest: (repo: Repository, pullRequest: HostPullRequestInput) => void;
  /** Reports a check of a test run in progress. @throws MergeQueueError `not_found` or `invalid_request` */
  readonly reportCheck: (report: CheckReport) => void;
  /** Merges an open pull request outside of the queue. @throws as {@link reportCheck} */
  readonly mergePullRequest: (repo: Repository, number: number) => void;
  /** Pushes to the branch of a queue, outside of the queue. @throws MergeQueueError `not_found` */
  readonly pushToBranch: (identity: QueueIdentity) => void;
  /** Makes a test run fail at its start, as if there were a merge conflict. @throws as {@link reportCheck} */
  readonly failTestStart: (run: RunSelector, fault: StartFault) => void;
  /** Replaces all faults. A call without arguments removes them. */
  readonly setFaults: (...faults: readonly Fault[]) => void;
  /** Deletes queues, pull requests, events, faults and requests, and resets the clock. */
  readonly reset: () => void;
  /** Stops the service and ends all connections, idle or busy. A second call is harmless. */
  readonly close: () => Promise<void>;
}

/** Selects a test run: by its id, or by a pull request that the run tests now. */
export type RunSelector =
  | { readonly testRunId: string }
  | (QueueIdentity & { readonly pr: { readonly number: number } });

/** A check of a test run. */
export type CheckReport = RunSelector & {
  /** Name of the check, as in lists of required statuses. */
  readonly name: string;
  readonly conclusion: CheckConclusion;
  /** Address of the check at the CI system. The page of the local service links to this address. */
  readonly url?: string | undefined;
};

/** A queue at one moment. */
export interface QueueView {
  /** The queue's identity, spelled as in the request that created the queue. */
  readonly identity: QueueIdentity;
  /** The queue's id in the second interface. */
  readonly id: string;
  /** All settings, as `/getQueue` shows them. */
  readonly settings: Required<QueueRecord>;
  /** All submissions to the queue, in order. */
  readonly pullRequests: readonly PullRequestView[];
}

/** One submission of a pull request at one moment. */
export interface PullRequestView {
  readonly number: number;
  readonly state: PullRequestState;
  /** A sentence that says why the pull request is in this state, or what it waits for. */
  readonly reason: string;
  /** Id of the submission's latest test run; undefined if it has not been tested. */
  readonly testRunId: string | undefined;
}

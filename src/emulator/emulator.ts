import type { Repository } from "../queue/identity";
import type { PullRequestState } from "../queue/pull-request-state";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { AutoOptions } from "./auto/auto-options";
import type { ClockMode } from "./clock/service-clock";
import type { EmulatorClock } from "./clock/time-keeper";
import type { EmulatorOptionsInput } from "./emulator-options";
import type { CheckConclusion, HostPullRequestInput } from "./engine/engine-state";
import type { Fault } from "./faults";
import type { KeptRequests } from "./http/request-log";
import type { RequestRecord } from "./service/serve-request";

/** How to start the local service. */
export interface StartOptions {
  /** TCP port, 0 to 65535; 0: a free one. Default: 0. */
  readonly port?: number;
  /** The token to accept: visible ASCII characters. Default: a random one. */
  readonly token?: string;
  /** How to behave where the interface is silent. */
  readonly options?: EmulatorOptionsInput;
  /** The faults to begin with, the first outermost. Default: none. */
  readonly faults?: readonly Fault[];
  /**
   * Which requests are kept, with their bodies. `latest` suits a service that runs long: a thousand, at most 16 MiB
   * together. Default: `all`.
   */
  readonly keptRequests?: KeptRequests;
  /** `real`: the clock follows the machine's. `manual`: it stands still until it is moved. Default: `real`. */
  readonly clock?: ClockMode;
  /** Time of day in milliseconds since 1970 (UTC): what the clock starts from. Default: the machine's. */
  readonly now?: () => number;
  /** What identifiers are derived from: the same seed makes the same ones. Default: a random one. */
  readonly seed?: string;
  /** Reports impacted targets and checks automatically. Default: the test reports them. */
  readonly auto?: AutoOptions;
  /**
   * File that keeps everything across restarts; created if it does not exist. Every acknowledged change is in it,
   * however the process ends. Default: nothing is kept.
   */
  readonly data?: string;
}

/** A running local service. */
export interface Emulator {
  /** Base address for clients: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** The token that it accepts. */
  readonly token: string;
  /** Its clock: to stop and to move. */
  readonly clock: EmulatorClock;
  /** All requests since the start, in the order of their arrival: a live list. Empty if none are kept. */
  readonly requests: readonly RequestRecord[];
  /** Connections: opened since the start, and open now. */
  readonly connections: { readonly opened: number; readonly open: number };
  /** Returns a queue as it is now, without a request; undefined if there is no such queue. */
  readonly findQueue: (identity: QueueIdentity) => QueueView | undefined;
  /** Returns all queues as they are now, in the order of their creation. */
  readonly listQueues: () => readonly QueueView[];
  /**
   * Says what the code host knows about a pull request, new or known. Absent fields stay as they are; on a new pull
   * request they are made up.
   * @throws MergeQueueError `not_found` if an option excludes the repository
   */
  readonly declarePullRequest: (repo: Repository, pullRequest: HostPullRequestInput) => void;
  /**
   * Reports a check of a test run, as a CI system does.
   * @throws MergeQueueError `not_found` or `invalid_request` if there is no such test run, or none in progress
   */
  readonly reportCheck: (report: CheckReport) => void;
  /** Replaces the faults; without an argument it removes all. */
  readonly setFaults: (...faults: readonly Fault[]) => void;
  /** Forgets queues, pull requests, events, faults and requests, and resets the clock. */
  readonly reset: () => void;
  /** Stops the service and ends all connections, idle or busy. Can be called again. */
  readonly close: () => Promise<void>;
}

/** A check, and what it tested: a test run, or the run that a pull request is tested in now. */
export type CheckReport = {
  /** Name of the check, as required statuses name it. */
  readonly name: string;
  readonly conclusion: CheckConclusion;
} & ({ readonly testRunId: string } | (QueueIdentity & { readonly pr: { readonly number: number } }));

/** A queue at one moment. */
export interface QueueView {
  /** In the spelling of the request that created it. */
  readonly identity: QueueIdentity;
  /** All settings, as `/getQueue` shows them. */
  readonly settings: Required<QueueRecord>;
  /** Everything that was ever submitted to it, in the order of submission. */
  readonly pullRequests: readonly PullRequestView[];
}

/** One submission of a pull request at one moment. */
export interface PullRequestView {
  readonly number: number;
  readonly state: PullRequestState;
  /** Why it is in this state, or what it waits for: a sentence. */
  readonly reason: string;
  /** Id of its latest test run; undefined: it has not been tested. */
  readonly testRunId: string | undefined;
}

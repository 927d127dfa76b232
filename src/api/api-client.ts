import { hasErrorCode } from "../queue/merge-queue-error";
import type { Vocabulary } from "../queue/vocabulary";
import type { Abilities } from "./abilities";
import type { ClientOperation, ClientRequest, ClientResponse } from "./client-operations";
import type { Deadline } from "./clock";

/** Options of one call. */
export interface CallOptions {
  /** Time limit that includes retries and waits, but not waits for the process's limiter. */
  readonly deadline: Deadline;
  /** Whether waits for the limiter count towards the time limit. True for optional reads. Default: false. */
  readonly countsLimiter?: boolean;
  /** Ends the call with `interrupted` before the next request or wait. Cancels a read, but not a write. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Maximum requests. Default: the client's `maxRetries` plus one, or no limit if `maxRetries` is unset. */
  readonly maxAttempts?: number;
  /** Maximum milliseconds of one request. Default: the client's `requestTimeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /** Whether a 404 counts only if the address is known to serve the interface. Default: true. */
  readonly isProofNeeded?: boolean;
  /** Id from `getQueue`. With an id, the second interface refuses a recreated queue. Default: no id. */
  readonly queueId?: string | undefined;
  /** Further strings to keep out of messages, like the token. */
  readonly secrets?: readonly string[];
  /**
   * The client calls this function before it repeats a write, if the write may have been applied or if more
   * than a second has passed since the last read of its object. The function reads the object, and returns
   * whether to send the write. A failed read counts as an attempt.
   */
  readonly beforeRepeat?: ((options: CallOptions) => Promise<boolean>) | undefined;
  /**
   * Time of the caller's last read of the object, by the client's clock. If it is set, `beforeRepeat` may
   * also be called before the first request. Default: the start of this call.
   */
  readonly seenAtMs?: number | undefined;
  /** Whether the caller already has a place in the limiter, as in `beforeRepeat`. Default: false. */
  readonly isPlaced?: boolean;
  /** The earlier requests, if the call probes a lost write. Messages count these requests, too (F-35). */
  readonly earlier?: EarlierRequests;
}

/** The earlier requests of a write. */
export interface EarlierRequests {
  readonly attempts: number;
  /** Milliseconds since the start of the first request. */
  readonly elapsedMs: number;
  /** Whether an earlier request may have been applied. */
  readonly wasLost: boolean;
}

/** Describes one attempt in logs. Contains no secrets. */
export interface AttemptEvent {
  readonly operation: string;
  /** From 1. */
  readonly attempt: number;
  readonly tookMs: number;
  /** `ok`, or the reason of the failure. */
  readonly result: string;
  /** Milliseconds until the next attempt. Absent if no attempt follows. */
  readonly retryInMs?: number;
}

/** Calls operations of either interface, with the names and fields of the first. */
export interface ApiClient {
  /** Host (and port) of the service, for messages. */
  readonly host: string;
  /** Source of the token, for messages: `the provider argument "token"`, `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  readonly vocabulary: Vocabulary;
  readonly abilities: Abilities;
  /** Returns a time (Unix ms) that the service's clock has passed, or undefined if the clock is unknown. */
  readonly tellServiceTime: () => number | undefined;
  /**
   * Checks and sends the request, retries if the operation allows retries, and reads the response tolerantly.
   * @throws MergeQueueError `outcome_unknown` if a write may have been applied; also errors with other codes
   */
  call<Name extends ClientOperation>(
    operation: Name,
    request: ClientRequest<Name>,
    options: CallOptions,
  ): Promise<ClientResponse<Name>>;
}

/** For `catch`: returns undefined if the error says that the object does not exist. @throws other errors */
export function ignoreNotFound(error: unknown): undefined {
  if (!hasErrorCode(error, "not_found")) throw error;
}

import { hasErrorCode } from "../queue/merge-queue-error";
import type { Vocabulary } from "../queue/vocabulary";
import type { Abilities } from "./abilities";
import type { ClientOperation, ClientRequest, ClientResponse } from "./client-operations";
import type { Deadline } from "./clock";

/** How one call behaves beyond its request. */
export interface CallOptions {
  /** Time limit with retries and waits, but without the time that requests wait for the process's limiter. */
  readonly deadline: Deadline;
  /** Whether that time counts, too: for a read that is only advice. Default: false. */
  readonly countsLimiter?: boolean;
  /**
   * The user's interrupt: ends the call with `interrupted` before the next request or wait. A read in
   * progress is cancelled; a write in progress is not.
   */
  readonly stopSignal?: AbortSignal | undefined;
  /** Maximum number of requests. Default: the client's `maxRetries` plus one; no limit if that is unset. */
  readonly maxAttempts?: number;
  /** Milliseconds that one request may take. Default: the client's `requestTimeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /**
   * Whether a 404 counts only if the address is known to serve the interface, by a response in this process
   * or by `/getQueue` with an empty object. Default: true.
   */
  readonly isProofNeeded?: boolean;
  /**
   * Id of the queue, from `getQueue`. A service with the second interface then refuses the request if another
   * queue was made in its place. Default: the present queue.
   */
  readonly queueId?: string | undefined;
  /** Further strings to keep out of messages, like the token. */
  readonly secrets?: readonly string[];
  /**
   * Called before a write is sent again that may have been applied, or more than a second after the last look
   * at what it changes. Reads that, and returns whether to send; if it cannot be read, the try counts.
   */
  readonly beforeRepeat?: ((options: CallOptions) => Promise<boolean>) | undefined;
  /**
   * When the caller last read what the write changes, by the client's clock: `beforeRepeat` is then called
   * before the first request, too. Default: when this call begins.
   */
  readonly seenAtMs?: number | undefined;
  /** Whether the caller has a place among the process's requests: for `beforeRepeat`. Default: false. */
  readonly isPlaced?: boolean;
  /** Set by callers that probe what a lost write did; messages count these requests, too (F-35). */
  readonly earlier?: EarlierRequests;
}

/** The earlier requests of the same write. */
export interface EarlierRequests {
  readonly attempts: number;
  /** Milliseconds since the start of the first one. */
  readonly elapsedMs: number;
  /** Whether one of them may have been applied. */
  readonly wasLost: boolean;
}

/** One attempt, for logs. Contains no secret. */
export interface AttemptEvent {
  readonly operation: string;
  /** From 1. */
  readonly attempt: number;
  readonly tookMs: number;
  /** `ok`, or why it failed. */
  readonly result: string;
  /** Milliseconds until the next attempt; absent if there is none. */
  readonly retryInMs?: number;
}

/** Calls operations, in the words of the first interface, whichever the service speaks. */
export interface ApiClient {
  /** Host (and port) of the service, for messages. */
  readonly host: string;
  /** Where the token came from, for messages: `the provider argument "token"`, `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  readonly vocabulary: Vocabulary;
  readonly abilities: Abilities;
  /**
   * Returns the latest known time of the service's clock, in milliseconds since 1970, to compare with the
   * times in its responses; undefined if no response had one.
   */
  readonly tellServiceTime: () => number | undefined;
  /**
   * Checks the request, sends it, retries as the operation allows, reads the response tolerantly.
   * @throws MergeQueueError; `outcome_unknown` if it is not known whether a write was applied
   */
  call<Name extends ClientOperation>(
    operation: Name,
    request: ClientRequest<Name>,
    options: CallOptions,
  ): Promise<ClientResponse<Name>>;
}

/** For `catch`: returns undefined if the service says that the object does not exist. @throws other errors */
export function ignoreNotFound(error: unknown): undefined {
  if (!hasErrorCode(error, "not_found")) throw error;
}

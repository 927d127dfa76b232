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
  /** Ends the call with `interrupted`. A read in progress is cancelled; a write in progress is not. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Maximum number of requests. Default: the client's `maxRetries` plus one; no limit if that is unset. */
  readonly maxAttempts?: number;
  /** Milliseconds that one request may take. Default: the client's `requestTimeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /** Whether a 404 counts only if the address is known to serve the interface. Default: true. */
  readonly isProofNeeded?: boolean;
  /** A service with the second interface takes the request only for the queue with this id. Default: any. */
  readonly queueId?: string | undefined;
  /** Strings beside the token that no message may repeat, although the service may. */
  readonly secrets?: readonly string[];
  /**
   * Called before a write is sent again that may have been applied, or more than a second after the last look
   * at what it changes. Reads that, and returns whether to send; if it cannot be read, the try counts.
   */
  readonly beforeRepeat?: ((options: CallOptions) => Promise<boolean>) | undefined;
  /** When that was last read: `beforeRepeat` may precede the first request. Default: as the call begins. */
  readonly seenAtMs?: number | undefined;
  /** Whether the caller has a place among the process's requests: for `beforeRepeat`. Default: false. */
  readonly isPlaced?: boolean;
  /** Set by callers that probe what a lost write did; messages count these requests, too (F-35). */
  readonly earlier?: EarlierRequests;
}

export interface EarlierRequests {
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly wasLost: boolean;
}

/** One attempt, for logs. Contains no secret. */
export interface AttemptEvent {
  readonly operation: string;
  readonly attempt: number;
  readonly tookMs: number;
  readonly result: string;
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
  /** A time, since 1970, that the service's own clock has passed by now; undefined if it never told it. */
  readonly tellServiceTime: () => number | undefined;
  /** Retries as the operation allows. @throws MergeQueueError; `outcome_unknown` if a write may be applied */
  call<Name extends ClientOperation>(
    operation: Name,
    request: ClientRequest<Name>,
    options: CallOptions,
  ): Promise<ClientResponse<Name>>;
}

import type { Vocabulary } from "../queue/vocabulary";
import type { Deadline } from "./clock";
import type { OperationName, OperationRequest, OperationResponse } from "./operations";

/** How one call behaves beyond its request. */
export interface CallOptions {
  /** When to give up, retries and waiting included. */
  readonly deadline: Deadline;
  /**
   * The user's interrupt. Before every request and every wait it ends the call with `interrupted`; a request
   * that is on its way is cut off only if it reads (promise K-8): a write is always heard out.
   */
  readonly stopSignal?: AbortSignal;
  /** How many requests may be made at most. Default: the client's `maxRetries` plus one; unset = no limit. */
  readonly maxAttempts?: number;
  /** Milliseconds that one request may take. Default: the client's `requestTimeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /** Strings that no message may repeat, although the service may. Default: none but the token. */
  readonly secrets?: readonly string[];
  /**
   * Set by what finds out by reading what a write did whose answer was lost: messages leave that to it, and count its
   * earlier requests, too (promise F-35). Default: each call stands for itself.
   */
  readonly earlier?: EarlierRequests;
}

/** The requests of one write before the present one. */
export interface EarlierRequests {
  readonly attempts: number;
  /** Milliseconds since the first one began. */
  readonly elapsedMs: number;
  /** Whether one of them may have taken effect. */
  readonly wasLost: boolean;
}

/** Calls operations of the interface: one transport, one retry policy, one error vocabulary. */
export interface ApiClient {
  /** Host (and port) that is called, for messages. */
  readonly host: string;
  /** Where the token came from, for messages: `the provider argument "token"`, `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  /** How messages name arguments and settings. */
  readonly vocabulary: Vocabulary;
  /**
   * Checks the request, sends it, retries as the operation allows (promises ), and reads the answer
   * tolerantly.
   * @throws MergeQueueError; for a write whose effect cannot be known, `outcome_unknown`
   */
  call<Name extends OperationName>(
    operation: Name,
    request: OperationRequest<Name>,
    options: CallOptions,
  ): Promise<OperationResponse<Name>>;
}

import type { Finding } from "./finding";
import type { QueueIdentity } from "./queue-identity";
import type { QueueRecord } from "./settings";

/**
 * All error codes. Add a new code here. The three maps of codes (API status → code, code → diagnostic, code →
 * exit status) do not compile until they contain the new code.
 */
export const ERROR_CODES = [
  /** The client's configuration is invalid, for example its address, token or certificate file. */
  "invalid_configuration",
  /** A queue id or repository reference cannot be parsed. */
  "invalid_identity",
  /** The request breaks a rule of the interface and was not sent. */
  "invalid_request",
  /** The service refused the request (status 400, or another 4xx that has no code in this list). */
  "refused",
  /** The service does not accept the token (401). */
  "unauthorized",
  /** The token is valid but does not permit the request (403). */
  "forbidden",
  /** The requested object does not exist (the service itself answered with 404). */
  "not_found",
  /** A different server answered at the address, with its own 404, a redirect or an HTML page. */
  "wrong_address",
  /** A proxy requires credentials (407). */
  "proxy_refused",
  /** The service answered with status 429 until the deadline. */
  "rate_limited",
  /** The service answered with a 5xx status until the deadline. */
  "server_error",
  /** The service could not be reached (DNS, connection or TLS failed). The request was not processed. */
  "unreachable",
  /** The response to a read was lost or incomplete. Nothing was changed. */
  "no_answer",
  /** The response to a write was lost or cannot be read, so it is unknown whether the write took effect. */
  "outcome_unknown",
  /** A response is complete but does not match the interface. */
  "unexpected_response",
  /** The operation did not finish before its deadline. */
  "deadline_exceeded",
  /** The user interrupted the operation. */
  "interrupted",
  /** The user refused a change, or could not be asked to confirm. Nothing was changed. */
  "not_approved",
  /** The queue to create already exists. */
  "queue_exists",
  /** This run has already created, changed or adopted the queue, because a stack declares it twice. */
  "declared_twice",
  /** The queue to update no longer exists. */
  "queue_gone",
  /** Someone else deleted and recreated a queue. Nothing was changed. */
  "queue_replaced",
  /** The queue to delete contains pull requests. */
  "queue_not_empty",
  /** The service stored settings that differ from the request. */
  "not_stored",
  /** A new queue could not be configured, so it was removed again. */
  "create_rolled_back",
  /** A queue was created, but could be neither configured nor removed. */
  "create_incomplete",
  /** A queue could not be configured. It was kept, because it is not certain that this run created it. */
  "create_unproven",
  /** An existing queue could not be adopted. The queue was kept. */
  "adoption_failed",
  /** A synthesized stack cannot be read, or contains expressions that only Terraform can evaluate. */
  "invalid_stack",
  /** A file does not contain a plan that can be read. */
  "invalid_plan",
  /** A queue changed after the plan was made. Nothing was changed. */
  "plan_outdated",
  /** A plan deletes so much that it needs a confirmation. Nothing was changed. */
  "plan_unsafe",
  /** The plan was applied to only some of the queues in the plan, or to none of them. */
  "apply_incomplete",
  /** A file is not a workload, or lacks the data from which a workload can be estimated. */
  "invalid_workload",
  /** A queue's history is too small for an estimate of the workload. */
  "history_too_small",
] as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The failure of one part of a task, such as the part for one queue. */
export interface PartFailure {
  /** Id of the queue for which the task failed. */
  readonly part: string;
  /** What happened, for programs. */
  readonly code: ErrorCode;
  /** A sentence that says what failed. */
  readonly message: string;
}

/** Structured details of a failure. A detail that is unknown or does not apply is absent. */
export interface ErrorDetails {
  /** Name of the API operation, for example `updateQueue`. */
  readonly operation?: string;
  /** The queue that the operation concerns. */
  readonly queue?: QueueIdentity;
  /** The service's own id of the queue. Only the second interface has such ids. */
  readonly queueId?: string | undefined;
  /** Last HTTP status that was received. */
  readonly status?: number;
  /** Origin (scheme, host and port) that was called. */
  readonly origin?: string;
  /** Number of requests that the operation sent. */
  readonly attempts?: number;
  /** Milliseconds from the operation's first request to the failure. */
  readonly elapsedMs?: number;
  /** The service's own message: at most 500 characters, not escaped for a terminal. */
  readonly serverText?: string;
  /** The service's own error code (second interface only), for example `MODE_CHANGE_IN_PROGRESS`. */
  readonly serverCode?: string;
  /** The response's `X-Request-Id`, by which the service's operator finds the request. */
  readonly requestId?: string;
  /** Wire name of the wrong setting or argument, for example `concurrency`. */
  readonly field?: string;
  /** Terraform name of the wrong provider argument, for example `base_url`. */
  readonly argument?: string;
  /** The queue's last known settings, if the failure left a queue behind. */
  readonly record?: QueueRecord;
  /** The queue's last known settings outside the settings table, by wire name. */
  readonly additionalFields?: { readonly [wireName: string]: unknown };
  /** All problems of an invalid input. Their paths use the names in the input. */
  readonly findings?: readonly Finding[];
  /** The failures of a task with several parts, in the order of the parts. */
  readonly failures?: readonly PartFailure[];
  /** How many parts of a task are done, and how many parts the task has. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Whether a write may have taken effect despite the failure. Default: false. */
  readonly isEffectPossible?: boolean;
  /** Whether the awaited pull request has left its queue. */
  readonly isConcluded?: boolean;
  /** Milliseconds that the service asked to wait (Retry-After). */
  readonly retryAfterMs?: number;
}

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueueError");

/**
 * The product's only error class. Recognise it with {@link isMergeQueueError} and its
 * {@link MergeQueueError.code}, never by `instanceof` or by message: two copies of the package may be loaded.
 * A message never contains the API token.
 */
export class MergeQueueError extends Error {
  override readonly name = "MergeQueueError";
  /** What happened, for programs. */
  readonly code: ErrorCode;
  /** Facts for programs, such as the HTTP status and the queue. */
  readonly details: ErrorDetails;
  readonly [BRAND] = true;

  /** @param message - what happened, where, why, and what to do next @param cause - the original error */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** Tells whether a caught value is a {@link MergeQueueError}, from any copy of this package. */
export function isMergeQueueError(value: unknown): value is MergeQueueError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Tells whether a caught value is a {@link MergeQueueError} with this code. */
export function hasErrorCode(value: unknown, code: ErrorCode): value is MergeQueueError {
  return isMergeQueueError(value) && value.code === code;
}

export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

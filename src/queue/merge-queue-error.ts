import type { Finding } from "./finding";
import type { QueueIdentity } from "./identity";
import type { QueueRecord } from "./settings";

/**
 * Every way in which an operation on a queue can fail. Closed: a new situation is a new code here, and the
 * three maps that interpret codes (API status → code, code → diagnostic, code → exit status) then fail to
 * compile until they handle it.
 */
export const ERROR_CODES = [
  /** Configuration of the client is unusable: address, token, certificate file, number. */
  "invalid_configuration",
  /** A queue id or repository reference cannot be parsed. */
  "invalid_identity",
  /** The request breaks a rule of the interface and was not sent. */
  "invalid_request",
  /** The service refused the request (400, or another 4xx without a code of its own). */
  "refused",
  /** The service does not accept the token (401). */
  "unauthorized",
  /** The token is valid but may not do this (403). */
  "forbidden",
  /** The service says that what was asked for does not exist (404 from the service itself). */
  "not_found",
  /** The address does not lead to the service: a foreign 404, a redirect, an HTML page. */
  "wrong_address",
  /** A proxy wants credentials (407). */
  "proxy_refused",
  /** 429 until the deadline. */
  "rate_limited",
  /** 5xx until the deadline. */
  "server_error",
  /** The service could not be reached: DNS, connection, TLS. Provably not processed. */
  "unreachable",
  /** The answer to a read was lost, or ended in the middle. Nothing was changed. */
  "no_answer",
  /** The answer to a write was lost or cannot be understood: whether it took effect is unknown. */
  "outcome_unknown",
  /** An answer arrived whole but is not what the interface says. */
  "unexpected_response",
  /** The operation's deadline passed while it waited. */
  "deadline_exceeded",
  /** The user interrupted the operation. */
  "interrupted",
  /** Whoever was asked did not agree to a change, or could not be asked. Nothing was changed. */
  "not_approved",
  /** A queue to be created exists already. */
  "queue_exists",
  /** A queue to be created was created, changed or taken over before by the same run: it is declared twice. */
  "declared_twice",
  /** A queue to be updated is gone. */
  "queue_gone",
  /** A queue to be deleted has pull requests in it. */
  "queue_not_empty",
  /** The service stored something else than it was asked to. */
  "not_stored",
  /** A queue was created, could not be configured, and was removed again. */
  "create_rolled_back",
  /** A queue was created, could not be configured, and could not be removed either. */
  "create_incomplete",
  /** A queue exists that this run may or may not have created; it could not be configured and was kept. */
  "create_unproven",
  /** A queue that existed was to be taken over and could not be brought to what is wanted; it was kept. */
  "adoption_failed",
  /** A synthesized stack cannot be read, or holds what cannot be resolved without Terraform. */
  "invalid_stack",
  /** A file does not hold a plan that can be read. */
  "invalid_plan",
  /** What is live is not what a plan was made from any more. Nothing was changed. */
  "plan_outdated",
  /** A plan takes away more than may go without being asked for. Nothing was changed. */
  "plan_unsafe",
  /** Some queues of a plan could not be brought to what it says. */
  "apply_incomplete",
] as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The failure of one part of a task. */
export interface PartFailure {
  /** Which part: a queue's id. */
  readonly part: string;
  /** What happened, for programs. */
  readonly code: ErrorCode;
  /** What happened, for people. */
  readonly message: string;
}

/** What is known about a failure beyond its message. Absent keys are unknown or do not apply. */
export interface ErrorDetails {
  /** Name of the API operation, for example `updateQueue`. */
  readonly operation?: string;
  /** The queue that was worked on. */
  readonly queue?: QueueIdentity;
  /** Last HTTP status that was received. */
  readonly status?: number;
  /** Origin (scheme, host and port) that was called. */
  readonly origin?: string;
  /** How many requests of it were made in all. */
  readonly attempts?: number;
  /** Milliseconds from the operation's first request to the failure. */
  readonly elapsedMs?: number;
  /** What the service said, shortened to 500 characters, not yet escaped for a terminal. */
  readonly serverText?: string;
  /** Wire name of the setting or argument at fault, for example `concurrency`. */
  readonly field?: string;
  /** Provider argument at fault in snake_case, for example `base_url`. */
  readonly argument?: string;
  /** The queue's settings as last seen, where the failure left a queue behind. */
  readonly record?: QueueRecord;
  /** What the queue has beside them, as last seen: settings that the table does not know, by wire name. */
  readonly additionalFields?: { readonly [wireName: string]: unknown };
  /** Everything that is wrong with an input that has several faults; paths as in the input. */
  readonly findings?: readonly Finding[];
  /** What failed, of a task that goes on with its other parts: in the order of the parts. */
  readonly failures?: readonly PartFailure[];
  /** How much of a task that has parts was done before the failure. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Whether a write may have taken effect nevertheless. Default: it did not. */
  readonly isEffectPossible?: boolean;
  /** Milliseconds that the service asked to wait (Retry-After). */
  readonly retryAfterMs?: number;
}

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueueError");

/**
 * The product's only error class. Recognise it with {@link isMergeQueueError} and tell situations apart by
 * {@link MergeQueueError.code}, never by `instanceof` or by message: two copies of the package may be loaded.
 * A message never contains the API token.
 */
export class MergeQueueError extends Error {
  override readonly name = "MergeQueueError";
  /** What happened, for programs. */
  readonly code: ErrorCode;
  /** What is known beside the message. */
  readonly details: ErrorDetails;
  readonly [BRAND] = true;

  /**
   * @param code - what happened, for programs
   * @param message - what happened, for people: what, where, why, what to do next
   * @param details - what is known beside it
   * @param cause - the error that led to this one
   */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** Tells whether a caught value is a {@link MergeQueueError}, also one of another copy of this package. */
export function isMergeQueueError(value: unknown): value is MergeQueueError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Tells whether a caught value is a {@link MergeQueueError} with this code. */
export function hasErrorCode(value: unknown, code: ErrorCode): value is MergeQueueError {
  return isMergeQueueError(value) && value.code === code;
}

/** Answers the message of whatever was caught. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

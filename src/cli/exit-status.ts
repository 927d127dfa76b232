import type { ErrorCode } from "../queue/merge-queue-error";
import { isMergeQueueError } from "../queue/merge-queue-error";

/** Exit statuses of the command (promise L-1). */
export const EXIT_STATUS = {
  /** Done. */
  ok: 0,
  /** It did not work, or it was not understood. */
  error: 1,
  /** There is a difference, and it was asked for to be told so (`--detailed-exitcode`). */
  difference: 2,
  /** Interrupted by the user (SIGINT): 128 plus the signal's number, as shells count. */
  interrupted: 130,
} as const;

/** The command's only interpretation of error codes. */
const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  invalid_configuration: EXIT_STATUS.error,
  invalid_identity: EXIT_STATUS.error,
  invalid_request: EXIT_STATUS.error,
  refused: EXIT_STATUS.error,
  unauthorized: EXIT_STATUS.error,
  forbidden: EXIT_STATUS.error,
  not_found: EXIT_STATUS.error,
  wrong_address: EXIT_STATUS.error,
  proxy_refused: EXIT_STATUS.error,
  rate_limited: EXIT_STATUS.error,
  server_error: EXIT_STATUS.error,
  unreachable: EXIT_STATUS.error,
  no_answer: EXIT_STATUS.error,
  outcome_unknown: EXIT_STATUS.error,
  unexpected_response: EXIT_STATUS.error,
  deadline_exceeded: EXIT_STATUS.error,
  interrupted: EXIT_STATUS.interrupted,
  not_approved: EXIT_STATUS.error,
  queue_exists: EXIT_STATUS.error,
  declared_twice: EXIT_STATUS.error,
  queue_gone: EXIT_STATUS.error,
  queue_not_empty: EXIT_STATUS.error,
  not_stored: EXIT_STATUS.error,
  create_rolled_back: EXIT_STATUS.error,
  create_incomplete: EXIT_STATUS.error,
  create_unproven: EXIT_STATUS.error,
  adoption_failed: EXIT_STATUS.error,
  invalid_stack: EXIT_STATUS.error,
  invalid_plan: EXIT_STATUS.error,
  plan_outdated: EXIT_STATUS.error,
  plan_unsafe: EXIT_STATUS.error,
  apply_incomplete: EXIT_STATUS.error,
};

/** Answers the exit status for whatever ended a command. */
export function toExitStatus(error: unknown): number {
  return isMergeQueueError(error) ? STATUS_OF_CODE[error.code] : EXIT_STATUS.error;
}

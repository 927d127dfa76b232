import { hasErrorCode } from "../queue/merge-queue-error";

/** Exit statuses of the command (promise L-1). */
export const EXIT_STATUS = {
  /** Done. */
  ok: 0,
  /** The command failed, or the command line is invalid. */
  error: 1,
  /** There are differences, with `--detailed-exitcode`. */
  difference: 2,
  /** Interrupted by SIGINT: 128 plus the signal's number, as shells count. */
  interrupted: 130,
} as const;

/** Returns the exit status for the error that ended a command. */
export function toExitStatus(error: unknown): number {
  return hasErrorCode(error, "interrupted") ? EXIT_STATUS.interrupted : EXIT_STATUS.error;
}

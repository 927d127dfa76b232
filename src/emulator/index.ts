/**
 * The entry `terraform-provider-mergequeue/emulator`: a merge queue service on this machine, for tests and
 * demonstrations.
 */

export { MergeQueueError } from "../queue/merge-queue-error";
export {
  delay,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  fromTime,
  holdUntil,
  lagReads,
  onOperation,
  onTime,
  rewriteAnswer,
  rewriteRequest,
  truncate,
} from "./faults";
// What their types are made of.
export type { Emulator, StartOptions } from "./start-emulator";
export { startEmulator } from "./start-emulator";

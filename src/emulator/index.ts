/**
 * A merge queue service on this machine, for tests and demonstrations.
 *
 * ```ts
 * import { startEmulator } from "terraform-provider-mergequeue/emulator";
 * ```
 *
 * - [How to test your stacks](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/guides/testing-your-stacks.md)
 * - [What the local service does](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/local-service.md)
 * - [The service's interface](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/interface.md),
 *   which explains the fields that have no description here
 *
 * @packageDocumentation
 */

export type { CheckConclusion } from "../engine/engine-state";
export type { HostPullRequestInput, PullRequestDescription } from "../engine/host-pull-request";
export type { RefusalKind } from "../engine/refusal";
export type { StartFault } from "../engine/state-change";
export type { JsonValue } from "../queue/additional-settings";
export type { ErrorCode, ErrorDetails, PartFailure } from "../queue/merge-queue-error";
export { hasErrorCode, isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
export type { HostMergeability, PullRequestState } from "../queue/pull-request-state";
export type { QueueIdentity, Repository } from "../queue/queue-identity";
export type { QueueRecord } from "../queue/settings";
export type { RequiredStatusesSource } from "../queue/test-run-words";
export type { OperationName } from "../wire/first/operations";
export type { SecondName } from "../wire/second/operations";
export type { AutoOptions } from "./auto-options";
export type { ClockMode, EmulatorClock, IdleReport } from "./clock/time-keeper";
export type {
  CheckReport,
  Emulator,
  PullRequestView,
  QueueView,
  RunSelector,
  StartOptions,
} from "./emulator";
export type { EmulatorOptions, EmulatorOptionsInput } from "./emulator-options";
export type { AnswerChange, FailOptions, Fault, FaultRequest, Next } from "./faults";
export {
  changeAnswer,
  clampNumbers,
  delay,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  fromTime,
  holdUntil,
  inflate,
  lagReads,
  limitInFlight,
  onOperation,
  onQueue,
  onReusedConnection,
  onTime,
  rewriteAnswer,
  rewriteRequest,
  truncate,
} from "./faults";
export type { Delivery, ServiceResponse } from "./http/delivery";
export type { KeptRequests, RequestRecord } from "./http/request-log";
export type { KeyPermission } from "./key-permissions";
export { startEmulator } from "./start-emulator";

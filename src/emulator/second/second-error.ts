import { randomUUID } from "node:crypto";
import type { EngineEvent } from "../../engine/engine-event";
import type { Queue } from "../../engine/engine-state";
import type { RefusalKind } from "../../engine/refusal";
import type { SecondName, SecondRequest } from "../../wire/second/operations";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import type { ServedEngine } from "../service/handle-request";

const STATUSES = {
  AUTHENTICATION_REQUIRED: 401,
  INVALID_TOKEN: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  VALIDATION_FAILED: 400,
  INVALID_CURSOR: 400,
  NOT_FOUND: 404,
  MERGE_QUEUE_NOT_FOUND: 404,
  REPOSITORY_NOT_FOUND: 404,
  PROVIDER_URL_NOT_FOUND: 404,
  PR_NOT_FOUND: 404,
  VERIFICATION_RUN_NOT_FOUND: 404,
  IMPACTED_TARGETS_NOT_FOUND: 404,
  QUEUE_ALREADY_EXISTS: 409,
  QUEUE_HAS_ACTIVE_ENTRIES: 409,
  MODE_CHANGE_IN_PROGRESS: 409,
  PR_ALREADY_ENQUEUED: 409,
  PR_NOT_IN_ACTIVE_STATE: 409,
  PR_NOT_ENQUEUEABLE: 422,
  PR_TESTS_NOT_RESTARTABLE: 422,
  IMPACTED_TARGETS_UNSUPPORTED: 422,
  INTERNAL_ERROR: 500,
} as const;

type SecondCode = keyof typeof STATUSES;

/** The code of the second interface for each refusal of the engine or the first interface. */
const CODES: Readonly<Record<RefusalKind, SecondCode>> = {
  route_unknown: "NOT_FOUND",
  method_wrong: "NOT_FOUND",
  token_wrong: "INVALID_TOKEN",
  test_run_unknown: "VERIFICATION_RUN_NOT_FOUND",
  cursor_unknown: "INVALID_CURSOR",
  repository_unknown: "REPOSITORY_NOT_FOUND",
  queue_exists: "QUEUE_ALREADY_EXISTS",
  queue_unknown: "MERGE_QUEUE_NOT_FOUND",
  queue_not_empty: "QUEUE_HAS_ACTIVE_ENTRIES",
  switching_modes: "MODE_CHANGE_IN_PROGRESS",
  pull_request_unknown: "PR_NOT_IN_ACTIVE_STATE",
  pull_request_undeclared: "PR_NOT_ENQUEUEABLE",
  pull_request_closed: "PR_NOT_ENQUEUEABLE",
  pull_request_not_tested: "PR_TESTS_NOT_RESTARTABLE",
  queue_draining: "PR_NOT_ENQUEUEABLE",
  content_type_wrong: "VALIDATION_FAILED",
  body_too_large: "VALIDATION_FAILED",
  body_invalid: "VALIDATION_FAILED",
  query_invalid: "VALIDATION_FAILED",
  statuses_contradictory: "VALIDATION_FAILED",
  sequence_contradictory: "VALIDATION_FAILED",
  priority_unknown: "VALIDATION_FAILED",
  commit_outdated: "VALIDATION_FAILED",
};

export class SecondError extends Error {
  override readonly name = "SecondError";
  readonly code: SecondCode;

  /** @param reason - a code of this interface, or a {@link RefusalKind}, which {@link CODES} translates */
  constructor(reason: SecondCode | RefusalKind, message: string) {
    super(message);
    this.code = reason in STATUSES ? (reason as SecondCode) : CODES[reason as RefusalKind];
  }
}

export function refuseSecond({ code, message }: Pick<SecondError, "code" | "message">): ServiceResponse {
  return withRequestId(jsonResponse(STATUSES[code], { error: { code, message } }));
}

/** Adds the request id that every response of the second interface has. */
export function withRequestId(response: ServiceResponse): ServiceResponse {
  return { ...response, headers: { ...response.headers, "x-request-id": randomUUID() } };
}

/** The context of a handler. The state in it is current. */
export interface SecondContext extends ServedEngine {
  readonly name: SecondName;
  /** Whether Terraform or OpenTofu sent the request. */
  readonly isByTerraform: boolean;
}

/** Handles a checked request. @throws SecondError if the request is refused */
export type SecondHandler<Request> = (request: Request, context: SecondContext) => ServiceResponse;

export type SecondHandlers = { readonly [Name in SecondName]: SecondHandler<SecondRequest<Name>> };

/** Applies an event. @returns the event's queue @throws SecondError if the engine refuses the event */
export function applySecond({ engine }: SecondContext, event: EngineEvent): Queue {
  const outcome = engine.apply(event);
  if (outcome.kind === "refused") throw new SecondError(outcome.refusal.kind, outcome.refusal.message);
  if (outcome.queue === undefined) throw new Error(`The event ${event.type} names no queue.`);
  return outcome.queue;
}

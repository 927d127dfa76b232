import type * as z from "zod/mini";
import type { EngineEvent } from "../../engine/engine-event";
import type { EngineState } from "../../engine/engine-state";
import type { QueueEngine } from "../../engine/queue-engine";
import { describeIssue, listProblems } from "../../wire/describe-issue";
import { readPullRequestNumbers } from "../service/check-body";
import type { RunningService } from "../service/handle-request";

/** Codes with which an operation is refused, and the HTTP status of each code. */
export const CONTROL_STATUSES = {
  /** The host name is not a loopback name. */
  host_foreign: 403,
  token_wrong: 401,
  operation_unknown: 404,
  method_wrong: 405,
  /** The body is not declared as `application/json`. */
  content_type_wrong: 415,
  body_too_large: 413,
  /** The body is not JSON, or the body breaks a rule of the operation. */
  body_invalid: 400,
  not_found: 404,
  refused: 409,
} as const;

export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly code: keyof typeof CONTROL_STATUSES;
  /** The problems of the request, one sentence for each. */
  readonly problems: readonly string[];

  constructor(code: ControlError["code"], message: string, problems: readonly string[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

export interface ControlOperation {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly summary: string;
  /** @returns the JSON of the response @throws ControlError if the operation cannot be done */
  readonly run: (service: RunningService, body: unknown) => unknown;
}

export function defineWrite<Body>(
  name: string,
  summary: string,
  schema: z.ZodMiniType<Body>,
  run: (service: RunningService, body: Body) => unknown,
): ControlOperation {
  return {
    name,
    method: "POST",
    summary,
    run: (service, body) => {
      const parsed = schema.safeParse(readPullRequestNumbers(body), { error: describeIssue });
      if (parsed.success) return run(service, parsed.data);
      const problems = listProblems(parsed.error);
      throw new ControlError("body_invalid", `The body of ${name} is invalid.`, problems);
    },
  };
}

/** Applies an event. Returns the new state. @throws ControlError if the engine refuses the event */
export function applyOrRefuse(engine: QueueEngine, event: EngineEvent): EngineState {
  const outcome = engine.apply(event);
  if (outcome.kind === "done") return engine.state;
  const { kind, message } = outcome.refusal;
  throw new ControlError(kind.endsWith("_unknown") ? "not_found" : "refused", message);
}

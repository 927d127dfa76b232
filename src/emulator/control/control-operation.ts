import type * as z from "zod/mini";
import { describeIssue, listProblems } from "../../api/schemas/describe-issue";
import type { EngineEvent } from "../../engine/engine-event";
import type { QueueEngine } from "../../engine/queue-engine";
import { readPullRequestNumbers } from "../service/check-body";
import type { RunningService } from "../service/handle-request";
import { ControlError } from "./control-error";

/** One operation of the control interface. */
export interface ControlOperation {
  /** Last part of its path. */
  readonly name: string;
  /** A `GET` has no body. */
  readonly method: "GET" | "POST";
  /** A description for people. */
  readonly summary: string;
  /** @returns the JSON of the response @throws ControlError if it cannot be done */
  readonly run: (service: RunningService, body: unknown) => unknown;
}

/** Defines an operation whose body is checked first. */
export function defineWrite<Body>(
  name: string,
  summary: string,
  schema: z.ZodMiniType<Body>,
  run: (service: RunningService, body: Body) => unknown,
): ControlOperation {
  const runChecked = (service: RunningService, body: unknown): unknown => {
    const parsed = schema.safeParse(readPullRequestNumbers(body), { error: describeIssue });
    if (parsed.success) return run(service, parsed.data);
    const problems = listProblems(parsed.error);
    throw new ControlError("body_invalid", `The body of ${name} is invalid.`, problems);
  };
  return { name, method: "POST", summary, run: runChecked };
}

/** Applies an event. @throws ControlError `not_found` or `refused` if the engine refuses it */
export function applyOrRefuse(engine: QueueEngine, event: EngineEvent): void {
  const outcome = engine.apply(event);
  if (outcome.kind === "done") return;
  const { kind, message } = outcome.refusal;
  throw new ControlError(kind.endsWith("_unknown") ? "not_found" : "refused", message);
}

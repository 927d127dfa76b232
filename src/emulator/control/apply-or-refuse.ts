import type { EngineEvent } from "../engine/engine-event";
import type { QueueEngine } from "../engine/queue-engine";
import type { Outcome } from "../engine/transition";
import { ControlError } from "./control-error";

/**
 * Lets an event happen.
 * @throws ControlError `not_found` or `refused` with what the engine says, if it refuses
 */
export function applyOrRefuse(
  engine: QueueEngine,
  event: EngineEvent,
): Extract<Outcome, { readonly kind: "done" }> {
  const outcome = engine.apply(event);
  if (outcome.kind === "done") return outcome;
  const { kind, message } = outcome.refusal;
  throw new ControlError(kind.endsWith("_unknown") ? "not_found" : "refused", message);
}

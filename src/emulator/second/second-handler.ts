import type { EngineEvent } from "../../engine/engine-event";
import type { Queue } from "../../engine/engine-state";
import type { SecondName, SecondRequest } from "../../wire/second/operations";
import type { ServiceResponse } from "../http/delivery";
import type { ServedEngine } from "../service/handle-request";
import { SecondError } from "./second-error";

/** What a handler works with. The state is that of now. */
export interface SecondContext extends ServedEngine {
  readonly name: SecondName;
  /** Whether Terraform or OpenTofu sent the request. */
  readonly isByTerraform: boolean;
}

/** Carries out a checked request. @throws SecondError if it is refused */
export type SecondHandler<Request> = (request: Request, context: SecondContext) => ServiceResponse;

/** The handler of each operation. */
export type SecondHandlers = { readonly [Name in SecondName]: SecondHandler<SecondRequest<Name>> };

/** Applies an event. @returns its queue @throws SecondError if the engine refuses it */
export function applySecond({ engine }: SecondContext, event: EngineEvent): Queue {
  const outcome = engine.apply(event);
  if (outcome.kind === "refused") throw new SecondError(outcome.refusal.kind, outcome.refusal.message);
  if (outcome.queue === undefined) throw new Error(`The event ${event.type} names no queue.`);
  return outcome.queue;
}

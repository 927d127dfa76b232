import type { EngineEvent } from "./engine/engine-event";
import type { EngineOptions } from "./engine/engine-options";
import type { EngineState } from "./engine/engine-state";
import type { EngineSources } from "./engine/queue-engine";
import { QueueEngine } from "./engine/queue-engine";
import type { Outcome } from "./engine/transition";

/** Hears of an event that changed the state, and when it happened: milliseconds since 1970 (UTC). */
export type EventListener = (event: EngineEvent, nowMs: number) => void;

/** An engine that tells of everything that changes its state, so that it can be repeated. */
export class RecordingEngine extends QueueEngine {
  readonly #listener: EventListener;

  constructor(options: Partial<EngineOptions>, sources: EngineSources, listener: EventListener) {
    super(options, sources);
    this.#listener = listener;
  }

  override apply(event: EngineEvent): Outcome {
    const before = this.state;
    const outcome = super.apply(event);
    if (isChanged(before, this.state)) this.#listener(event, this.state.nowMs);
    return outcome;
  }
}

/** Tells whether more has changed than the time: that passes in the next event all the same. */
function isChanged(before: EngineState, after: EngineState): boolean {
  if (before === after) return false;
  const names = Object.keys(after) as readonly (keyof EngineState)[];
  return names.some((name) => name !== "nowMs" && before[name] !== after[name]);
}

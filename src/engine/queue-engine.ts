import { randomUUID } from "node:crypto";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import { applyEvent, type Outcome, type Transition } from "./apply-event";
import type { EngineEvent } from "./engine-event";
import { completeEngineOptions, type EngineOptions } from "./engine-options";
import { createState, type EngineState, findNextDueMs, type Queue } from "./engine-state";

/** Time, seed and initial state of an engine. */
export interface EngineSources {
  /** Returns the current time in milliseconds since 1970 (UTC). Default: the machine's time. */
  readonly now?: () => number;
  /** The seed for identifiers. The same seed and events always give the same ids. Default: a random seed. */
  readonly seed?: string;
  /** The initial state. Its seed applies instead of {@link seed}. Default: an empty state. */
  readonly initialState?: EngineState;
  /** Called after an event that changed anything but the time. `nowMs`: the event's time since 1970 (UTC). */
  readonly onChange?: (event: EngineEvent, nowMs: number) => void;
}

/** Stores the state of the local service and applies events to it. */
export class QueueEngine {
  readonly options: EngineOptions;
  readonly #now: () => number;
  readonly #onChange: EngineSources["onChange"];
  #state: EngineState;

  /** @param options - options that differ from the defaults */
  constructor(options: Partial<EngineOptions> = {}, sources: EngineSources = {}) {
    this.options = completeEngineOptions(options);
    this.#now = sources.now ?? Date.now;
    this.#onChange = sources.onChange;
    this.#state = sources.initialState ?? createState(sources.seed ?? randomUUID());
  }

  get state(): EngineState {
    return this.#state;
  }

  apply(event: EngineEvent): Outcome {
    const before = this.#state;
    const { state, outcome } = this.#transition(event);
    this.#state = state;
    if (isChanged(before, state)) this.#onChange?.(event, state.nowMs);
    return outcome;
  }

  preview(event: EngineEvent): Outcome {
    return this.#transition(event).outcome;
  }

  restore(state: EngineState): void {
    this.#state = state;
  }

  /** Returns when the next change is due, in milliseconds since 1970 (UTC); undefined if no change is due. */
  nextDueMs(): number | undefined {
    return findNextDueMs(this.#state);
  }

  /** Looks up a queue. Even while the queue switches modes, this does not count as a read. */
  tryFindQueue(identity: QueueIdentity): Queue | undefined {
    return this.#state.queues.get(toIdentityKey(identity));
  }

  #transition(event: EngineEvent): Transition {
    return applyEvent(this.#state, event, { nowMs: this.#now(), options: this.options });
  }
}

function isChanged(before: EngineState, after: EngineState): boolean {
  if (before === after) return false;
  const names = Object.keys(after) as readonly (keyof EngineState)[];
  return names.some((name) => name !== "nowMs" && before[name] !== after[name]);
}

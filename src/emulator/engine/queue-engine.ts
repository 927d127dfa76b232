import { randomUUID } from "node:crypto";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toIdentityKey } from "../../queue/queue-identity";
import { applyEvent } from "./apply-event";
import type { EngineEvent } from "./engine-event";
import type { EngineOptions } from "./engine-options";
import { DEFAULT_ENGINE_OPTIONS } from "./engine-options";
import type { EngineState, Queue } from "./engine-state";
import { EMPTY_STATE } from "./engine-state";
import type { Outcome, Transition } from "./transition";

/** Where an engine gets what it does not make itself. */
export interface EngineSources {
  /** Time of day in milliseconds since 1970 (UTC). Default: the machine's. */
  readonly now?: () => number;
  /** Makes an identifier that was never used before. Default: a random UUID. */
  readonly createId?: () => string;
}

/** Holds the state of the local service and puts events to it, one after the other. */
export class QueueEngine {
  /** How the engine behaves where the interface is silent. */
  readonly options: EngineOptions;
  readonly #now: () => number;
  readonly #createId: () => string;
  #state = EMPTY_STATE;

  /**
   * @param options - what differs from {@link DEFAULT_ENGINE_OPTIONS}
   * @param sources - time and identifiers
   */
  constructor(options: Partial<EngineOptions> = {}, sources: EngineSources = {}) {
    this.options = { ...DEFAULT_ENGINE_OPTIONS, ...options };
    this.#now = sources.now ?? Date.now;
    this.#createId = sources.createId ?? randomUUID;
  }

  /** The state as it is now; a value that stays as it is when the engine goes on. */
  get state(): EngineState {
    return this.#state;
  }

  /** Lets an event happen. */
  apply(event: EngineEvent): Outcome {
    const { state, outcome } = this.#transit(event);
    this.#state = state;
    return outcome;
  }

  /** Answers what an event would lead to, without letting it happen. */
  preview(event: EngineEvent): Outcome {
    return this.#transit(event).outcome;
  }

  /** Looks at a queue without being noticed: unlike a read, it does not bring a switch of modes closer to its end. */
  tryFindQueue(identity: QueueIdentity): Queue | undefined {
    return this.#state.queues.get(toIdentityKey(identity));
  }

  #transit(event: EngineEvent): Transition {
    const context = { nowMs: this.#now(), createId: this.#createId, options: this.options };
    return applyEvent(this.#state, event, context);
  }
}

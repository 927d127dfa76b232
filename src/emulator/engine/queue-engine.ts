import { randomUUID } from "node:crypto";
import type { QueueIdentity } from "../../queue/identity";
import { toIdentityKey } from "../../queue/queue-identity";
import { applyEvent } from "./apply-event";
import type { EngineEvent } from "./engine-event";
import type { EngineOptions } from "./engine-options";
import { DEFAULT_ENGINE_OPTIONS } from "./engine-options";
import type { EngineState, Queue } from "./engine-state";
import { createState } from "./engine-state";
import { findNextDueMs } from "./let-time-pass";
import type { Outcome, Transition } from "./transition";

/** Where an engine gets what it does not make itself. */
export interface EngineSources {
  /** Time of day in milliseconds since 1970 (UTC). Default: the machine's. */
  readonly now?: () => number;
  /** What identifiers are derived from: the same seed and the same events, the same ids. Default: a random one. */
  readonly seed?: string;
  /** The state to begin with; its seed goes before {@link seed}. Default: one in which nothing has happened. */
  readonly initialState?: EngineState;
}

/** Holds the state of the local service and puts events to it, one after the other. */
export class QueueEngine {
  /** How the engine behaves where the interface is silent. */
  readonly options: EngineOptions;
  readonly #now: () => number;
  #state: EngineState;

  /**
   * @param options - what differs from {@link DEFAULT_ENGINE_OPTIONS}
   * @param sources - time, seed and the state to begin with
   */
  constructor(options: Partial<EngineOptions> = {}, sources: EngineSources = {}) {
    this.options = { ...DEFAULT_ENGINE_OPTIONS, ...options };
    this.#now = sources.now ?? Date.now;
    this.#state = sources.initialState ?? createState(sources.seed ?? randomUUID());
  }

  /** The state as it is now; a value that stays as it is when the engine goes on. */
  get state(): EngineState {
    return this.#state;
  }

  /** Lets an event happen, and before it what is due until now. */
  apply(event: EngineEvent): Outcome {
    const { state, outcome } = this.#transit(event);
    this.#state = state;
    return outcome;
  }

  /** Answers what an event would lead to, without letting it happen. */
  preview(event: EngineEvent): Outcome {
    return this.#transit(event).outcome;
  }

  /** Puts a state in the place of everything that is known. */
  restore(state: EngineState): void {
    this.#state = state;
  }

  /** Lets time pass until now: what is due happens, each at its own moment. */
  tick(): void {
    this.apply({ type: "tick" });
  }

  /**
   * Answers when something happens by itself next, in milliseconds since 1970 (UTC); undefined: nothing does
   * before the next event.
   */
  nextDueMs(): number | undefined {
    return findNextDueMs(this.#state);
  }

  /** Looks at a queue without being noticed: unlike a read, it does not bring a switch of modes closer to its end. */
  tryFindQueue(identity: QueueIdentity): Queue | undefined {
    return this.#state.queues.get(toIdentityKey(identity));
  }

  #transit(event: EngineEvent): Transition {
    return applyEvent(this.#state, event, { nowMs: this.#now(), options: this.options });
  }
}

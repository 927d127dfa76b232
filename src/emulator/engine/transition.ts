import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId, formatRepository, toIdentityKey } from "../../queue/queue-identity";
import type { Refusal, RefusalKind } from "../refusal";
import type { EngineOptions } from "./engine-options";
import type { EngineState, Queue } from "./engine-state";

/** What the outside world contributes to an event. */
export interface EngineContext {
  /** When the event happens, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Makes an identifier that was never used before. */
  readonly createId: () => string;
  readonly options: EngineOptions;
}

/** What an event led to: the queue concerned (as it is now; as it was, if deleted), or why nothing happened. */
export type Outcome =
  | { readonly kind: "done"; readonly queue: Queue }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The state after an event and what the event led to. A refused event leaves the state as it was. */
export interface Transition {
  readonly state: EngineState;
  readonly outcome: Outcome;
}

/** Leaves the state as it is and says why. */
export function refuse(state: EngineState, kind: RefusalKind, message: string): Transition {
  return { state, outcome: { kind: "refused", refusal: { kind, message } } };
}

/** Puts a queue into the state, in place of the one with the same identity. */
export function storeQueue(state: EngineState, queue: Queue): Transition {
  const queues = new Map(state.queues).set(toIdentityKey(queue.identity), queue);
  return { state: { queues }, outcome: { kind: "done", queue } };
}

/**
 * Tells whether the organization has the repository.
 * @returns why not, or undefined
 */
export function checkRepository(identity: QueueIdentity, options: EngineOptions): string | undefined {
  if (options.repositories === undefined) return undefined;
  const name = formatRepository(identity.repo);
  const wanted = name.normalize("NFC").toLowerCase();
  const isThere = options.repositories.some((known) => known.normalize("NFC").toLowerCase() === wanted);
  return isThere ? undefined : `The organization has no repository ${name}.`;
}

/** Goes on with the queue that an event is about, or refuses because there is none. */
export function withQueue(
  state: EngineState,
  identity: QueueIdentity,
  { options }: EngineContext,
  goOn: (queue: Queue) => Transition,
): Transition {
  const missing = checkRepository(identity, options);
  if (missing !== undefined) return refuse(state, "repository_unknown", missing);
  const queue = state.queues.get(toIdentityKey(identity));
  if (queue !== undefined) return goOn(queue);
  return refuse(state, "queue_unknown", `There is no queue ${formatQueueId(identity)}.`);
}

/** Tells whether the queue takes no change now, because it is switching modes. */
export function isBusySwitching(queue: Queue, { options }: EngineContext): boolean {
  return queue.switchingReadsLeft > 0 && options.switchingModes.refusesWrites;
}

/** Says that the queue takes no change now. */
export function refuseWhileSwitching(state: EngineState, queue: Queue): Transition {
  const id = formatQueueId(queue.identity);
  return refuse(
    state,
    "switching_modes",
    `The queue ${id} is switching modes. Try again when it has settled.`,
  );
}

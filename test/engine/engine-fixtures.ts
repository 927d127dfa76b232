import type { EngineEvent } from "../../src/engine/engine-event";
import { type EngineOptions, NEW_QUEUES } from "../../src/engine/engine-options";
import type { Queue } from "../../src/engine/engine-state";
import { QueueEngine } from "../../src/engine/queue-engine";
import type { QueueIdentity } from "../../src/queue/queue-identity";

/** Some queue. */
export const MAIN: QueueIdentity = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

/** A moment: 2026-01-02T03:04:05.000Z. */
export const NOW_MS = 1_767_323_045_000;

/** Makes an engine whose time stands still and whose identifiers are always the same. */
export function createEngine(options: Partial<EngineOptions> = {}): QueueEngine {
  return new QueueEngine({ newQueue: NEW_QUEUES.careful, ...options }, { now: () => NOW_MS, seed: "tests" });
}

/** Lets an event happen that must succeed and that names a queue. */
export function applyOrThrow(engine: QueueEngine, event: EngineEvent): Queue {
  const outcome = engine.apply(event);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  if (outcome.queue === undefined) throw new Error(`${event.type} names no queue.`);
  return outcome.queue;
}

/** Applies an event. @returns why it was refused; undefined: it was not */
export function tryToBeRefused(engine: QueueEngine, event: EngineEvent): string | undefined {
  const outcome = engine.apply(event);
  return outcome.kind === "refused" ? outcome.refusal.kind : undefined;
}

/** Makes an engine with {@link MAIN} in it. */
export function createEngineWithQueue(options: Partial<EngineOptions> = {}): QueueEngine {
  const engine = createEngine(options);
  applyOrThrow(engine, { type: "createQueue", identity: MAIN, settings: {} });
  return engine;
}

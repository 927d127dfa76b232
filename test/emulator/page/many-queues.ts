import type { EngineState } from "../../../src/engine/engine-state";
import { createPageState, createQueue, makeConcluded, NOW_MS, type QueueInput } from "./page-fixtures";

const MINUTE_MS = 60_000;

/**
 * A state of sixty queues: the forty-first is paused, the fiftieth drains, in the sixtieth the last two
 * failed, and in every fourth something waits, the longer the later in the alphabet.
 */
export function createManyQueues(): EngineState {
  const inputs = Array.from({ length: 60 }, (_, index): QueueInput => {
    const nth = index + 1;
    const id = `github.com/acme/service-${String(nth).padStart(2, "0")}/main`;
    if (nth === 41) return { id, settings: { state: "paused" }, submissions: [{ number: 1 }] };
    if (nth === 50) return { id, settings: { state: "draining" } };
    if (nth === 60) return { id, submissions: makeConcluded(2, 0) };
    if (nth % 4 !== 0) return { id };
    return { id, submissions: [{ number: nth, submittedAtMs: NOW_MS - nth * MINUTE_MS }] };
  });
  return createPageState(...inputs.map(createQueue));
}

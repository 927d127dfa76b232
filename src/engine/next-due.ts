import type { EngineState } from "./engine-state";

/** When the next run times out or batch starts, milliseconds since 1970 (UTC); undefined: never. */
export function findNextDueMs({ queues }: EngineState): number | undefined {
  let nextMs: number | undefined;
  for (const { dueAtMs } of queues.values()) {
    if (dueAtMs !== undefined && (nextMs === undefined || dueAtMs < nextMs)) nextMs = dueAtMs;
  }
  return nextMs;
}

import { drawArrivals, drawStartMs, drawTestMinutes } from "../../../src/foresight/draws/draw-load";
import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import type { ReplicationSetup } from "../../../src/foresight/drive/replication";

/**
 * Computes the times to merge without the engine: several servers that serve in order of arrival (Kiefer and
 * Wolfowitz's recursion), with the same arrivals and durations.
 * @returns minutes, in the order of the pull requests
 */
export function serveInOrder(setup: ReplicationSetup, servers: number): number[] {
  const { arrivals, testMinutes } = setup.load;
  if (arrivals.kind === "saturated") throw new Error("Nothing arrives at a saturated queue.");
  const draws = new KeyedDraws(setup.seed, setup.replication);
  const times = drawArrivals(arrivals, draws, drawStartMs(draws));
  const freeAtMs = new Array<number>(servers).fill(0);
  return Array.from({ length: setup.pullRequests }, (_, index) => {
    const arrivalMs = times.next().value;
    const server = freeAtMs.indexOf(Math.min(...freeAtMs));
    const startMs = Math.max(arrivalMs, freeAtMs[server] ?? 0);
    const minutes = drawTestMinutes(testMinutes, draws, index + 1, 0);
    const endMs = startMs + Math.max(1, Math.round(minutes * 60_000));
    freeAtMs[server] = endMs;
    return (endMs - arrivalMs) / 60_000;
  });
}

import { drawArrivals } from "../../../src/foresight/draws/draw-load";
import { Simulation } from "../../../src/foresight/drive/simulation";
import { makeSetup, meanOf, NO_DEPENDENCIES, type SetupChanges } from "./make-setup";

/** Ways to test 500 changes an hour, from the slowest on: SubmitQueue, EuroSys 2019, compares such ways. */
export const WAYS = {
  "one by one": {},
  "batches of 16, one at a time": { settings: { batch: true, batchingMinSize: 16 } },
  "one line, everything at once": { singleMode: "one-line", settings: { concurrency: 1_000 } },
  "an oracle, which tests each change as if it knew how all others end": {
    settings: { mode: "parallel", concurrency: 1_000 },
    load: { targets: NO_DEPENDENCIES },
  },
} as const satisfies Readonly<Record<string, SetupChanges>>;

/**
 * Returns for each of {@link WAYS} the mean minutes until a change has left the queue.
 * @param pullRequests - how many arrive, at 500 an hour
 */
export function measureWays(pullRequests: number): number[] {
  return Object.values(WAYS).map((way: SetupChanges) => {
    const load = {
      testMinutes: { kind: "lognormal", mean: 30, cv: 0.3 },
      failureRate: 0.03,
      ...way.load,
    } as const;
    const submittedMs: number[] = [];
    const minutes: number[] = [];
    const simulation = new Simulation(makeSetup({ ...way, load }), {
      onConclusion: ({ number }, atMs) => {
        minutes.push((atMs - (submittedMs[number] ?? 0)) / 60_000);
      },
    });
    const times = drawArrivals({ kind: "poisson", perHour: 500 }, simulation.draws, simulation.nowMs);
    while (simulation.submitted < pullRequests) {
      const atMs = times.next().value;
      simulation.advanceTo(atMs);
      submittedMs[simulation.submitted + 1] = atMs;
      simulation.submit(atMs);
    }
    simulation.advanceTo(Number.POSITIVE_INFINITY);
    return meanOf(minutes);
  });
}

/**
 * Returns the share of changes that leave the queue because they conflict with another one, if so many are
 * always in it and every pair conflicts with a probability of 5 %.
 * @param pullRequests - how many leave the queue
 */
export function measureConflicts(concurrentChanges: number, pullRequests: number): number {
  let failed = 0;
  const setup = makeSetup({
    settings: { mode: "parallel", concurrency: concurrentChanges },
    load: { testMinutes: { kind: "exponential", mean: 30 }, conflictRate: 0.05 },
  });
  const simulation = new Simulation(setup, {
    onConclusion: ({ state }) => {
      if (state === "failed") failed += 1;
    },
  });
  while (simulation.concluded < pullRequests) {
    while (simulation.length < concurrentChanges) simulation.submit(simulation.nowMs);
    simulation.advance(Number.POSITIVE_INFINITY);
  }
  return failed / simulation.concluded;
}

import type { EndedRun } from "../../../src/foresight/drive/ci";
import { type Concluded, Simulation } from "../../../src/foresight/drive/simulation";
import { makeSetup, type SetupChanges } from "../support/make-setup";

/** Lists everything that a simulation reports and shows, after each moment. */
function play(changes: SetupChanges, forgetAfter: number): string[] {
  const setup = makeSetup({ pullRequests: 120, ...changes });
  const log: string[] = [];
  const observer = {
    onConclusion: ({ number, state }: Concluded, atMs: number) => log.push(`${atMs} #${number} ${state}`),
    onTestEnd: ({ startedMs }: EndedRun, atMs: number) => log.push(`${atMs} test of ${startedMs}`),
  };
  const simulation = new Simulation(setup, observer, forgetAfter);
  const advance = (): boolean => {
    const happens = simulation.advance(Number.POSITIVE_INFINITY);
    const { nowMs, submitted, concluded } = simulation;
    const starts = simulation.listTestStartsMs().join(" ");
    log.push(`${nowMs} ${submitted} - ${concluded} ${starts}`);
    return happens;
  };
  for (let number = 1; number <= setup.pullRequests; number += 1) {
    simulation.submit(simulation.nowMs);
    while (simulation.submitted - simulation.concluded > 20) advance();
  }
  while (advance()) {
    // Until nothing is left.
  }
  return log;
}

const ERRORS = {
  failureRate: 0.1,
  flakeRate: 0.1,
  testMinutes: { kind: "exponential", mean: 10 },
  conflictRate: 0.02,
  targets: [0.4, 0.3, 0.3],
} as const;

describe("a simulation that forgets what has left the queue", () => {
  test.each<[string, SetupChanges]>([
    ["one at a time", { load: ERRORS }],
    [
      "in batches, optimistically",
      {
        settings: {
          mode: "parallel",
          concurrency: 4,
          bisectionConcurrency: 2,
          batch: true,
          pendingFailureDepth: 2,
          canOptimisticallyMerge: true,
          optimizationMode: "bisection_skip_redundant_tests",
        },
        load: ERRORS,
      },
    ],
    [
      "with urgent ones and timeouts",
      {
        settings: { mode: "parallel", concurrency: 3, testingTimeoutMinutes: 25 },
        load: {
          ...ERRORS,
          ciSlots: 2,
          priorities: [
            { value: 0, share: 0.1 },
            { value: 100, share: 0.9 },
          ],
        },
      },
    ],
  ])("goes on as one that remembers everything: %s", (_, changes) => {
    const remembered = play(changes, Number.POSITIVE_INFINITY);
    expect(remembered.filter((line) => line.includes("#"))).toHaveLength(120);
    expect(play(changes, 1)).toEqual(remembered);
  });
});

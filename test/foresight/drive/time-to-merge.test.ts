import { runReplication } from "../../../src/foresight/drive/run-replication";
import { estimateMean } from "../../../src/foresight/statistics/interval";
import { makeSetup, meanOf, NO_DEPENDENCIES, type SetupChanges } from "../support/make-setup";
import { serveInOrder } from "../support/serve-in-order";

/** The share of a replication that is left out. */
const WARM_UP_SHARE = 0.1;

const ONE_AT_A_TIME: SetupChanges = {};
const CONSTANT: SetupChanges = {
  settings: { mode: "parallel", concurrency: 4 },
  load: { arrivals: { kind: "poisson", perHour: 19.2 }, targets: NO_DEPENDENCIES },
};
const EXPONENTIAL: SetupChanges = {
  ...CONSTANT,
  load: { ...CONSTANT.load, testMinutes: { kind: "exponential", mean: 10 } },
};

/** Expected time in a queue with Poisson arrivals and exponential service in several servers (Erlang C). */
function computeErlangMean(servers: number, load: number, meanService: number): number {
  let blocking = 1;
  for (let server = 1; server <= servers; server += 1) {
    blocking = (load * blocking) / (server + load * blocking);
  }
  const waits = (servers * blocking) / (servers - load * (1 - blocking));
  return meanService + (waits * meanService) / (servers - load);
}

describe("the time to merge", () => {
  test.each([
    ["one test at a time", ONE_AT_A_TIME, 1],
    ["four at once, constant tests", CONSTANT, 4],
    ["four at once, exponential tests", EXPONENTIAL, 4],
  ])("%s: every pull request takes as long as in a queue that serves in order", (_, changes, servers) => {
    const setup = makeSetup({ ...changes, pullRequests: 400 });
    const expected = serveInOrder(setup, servers).slice(setup.pullRequests * WARM_UP_SHARE);
    const { minutesToMerge, keepsUp } = runReplication(setup);
    expect(keepsUp).toBe(true);
    expect(minutesToMerge).toEqual(expected.sort((one, other) => one - other));
  });

  // The recursion is as good as the simulation, as the test before proves, and a hundred times faster.
  test("is within 1 % of theory, and inside the interval of 10 replications for 18 of 20 seeds", () => {
    const expected = computeErlangMean(4, 3.2, 10);
    const estimates = Array.from({ length: 20 }, (_, seed) =>
      estimateMean(
        Array.from({ length: 10 }, (_, replication) => {
          const setup = makeSetup({ ...EXPONENTIAL, seed: `${seed}`, replication, pullRequests: 2_000 });
          return meanOf(serveInOrder(setup, 4).slice(setup.pullRequests * WARM_UP_SHARE));
        }),
      ),
    );
    expect(
      estimates.filter(({ low, high }) => low <= expected && expected <= high).length,
    ).toBeGreaterThanOrEqual(18);
    expect(Math.abs(meanOf(estimates.map(({ value }) => value)) / expected - 1)).toBeLessThan(0.01);
  });

  test("Erlang's formula for four servers at 80 % gives 17.46 minutes", () => {
    expect(computeErlangMean(4, 3.2, 10)).toBeCloseTo(17.46, 2);
  });
});

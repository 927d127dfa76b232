import { listCandidates } from "../../../src/foresight/recommend/list-candidates";
import { makeSetup } from "../support/make-setup";

const setup = makeSetup({ settings: { mode: "parallel", concurrency: 5 } });

describe("listCandidates", () => {
  it("begins with the settings of now and repeats none", () => {
    const candidates = listCandidates(setup.settings, "one-at-a-time", setup.load);
    expect(candidates[0]).toEqual(setup.settings);
    expect(new Set(candidates.map((each) => JSON.stringify(each))).size).toBe(candidates.length);
  });

  it("tries concurrency from 1 to 16 and that of now, without batches and with batches of 2, 4 and 8", () => {
    const candidates = listCandidates(setup.settings, "one-at-a-time", setup.load);
    const tried = candidates.map(({ concurrency, batch, batchingMinSize }) =>
      batch ? `${concurrency}/${batchingMinSize}` : String(concurrency),
    );
    expect(tried).toHaveLength(9 * 4);
    expect(tried).toEqual(expect.arrayContaining(["1", "16", "5", "5/8", "1/2", "16/4"]));
  });

  it("keeps the concurrency in single mode that tests one group at a time, where it has no effect", () => {
    const { settings, load } = makeSetup({ settings: { concurrency: 5 } });
    const concurrencies = (mode: "one-at-a-time" | "one-line"): Set<number> =>
      new Set(listCandidates(settings, mode, load).map(({ concurrency }) => concurrency));
    expect([...concurrencies("one-at-a-time")]).toEqual([5]);
    expect(concurrencies("one-line").size).toBe(9);
  });

  it("tries optimistic merging with a depth only if tests flake", () => {
    const depths = (flakeRate: number): number[] => [
      ...new Set(
        listCandidates(setup.settings, "one-at-a-time", { ...setup.load, flakeRate })
          .filter(({ canOptimisticallyMerge }) => canOptimisticallyMerge)
          .map(({ pendingFailureDepth }) => pendingFailureDepth),
      ),
    ];
    expect(depths(0)).toEqual([]);
    expect(depths(0.02)).toEqual([1, 2]);
  });

  it("gives bisection as many tests at once as the line", () => {
    for (const { batch, concurrency, bisectionConcurrency } of listCandidates(
      setup.settings,
      "one-at-a-time",
      setup.load,
    )) {
      if (batch && concurrency !== 5) expect(bisectionConcurrency).toBe(concurrency);
    }
  });

  it("keeps everything else", () => {
    for (const candidate of listCandidates(setup.settings, "one-at-a-time", setup.load)) {
      expect(candidate).toMatchObject({
        mode: "parallel",
        testingTimeoutMinutes: 10_000,
        optimizationMode: "off",
      });
    }
  });
});

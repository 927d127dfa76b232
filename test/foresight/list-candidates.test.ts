import { listCandidates } from "../../src/foresight/list-candidates";
import type { Load } from "../../src/foresight/load";
import type {
  SimulatedSettingName,
  SimulatedSettings,
  SingleMode,
} from "../../src/foresight/simulated-settings";
import { makeSetup } from "./support/make-setup";

const PARALLEL = { mode: "parallel", concurrency: 5, bisectionConcurrency: 5 } as const;

interface ListChanges {
  readonly now?: Partial<SimulatedSettings>;
  readonly load?: Partial<Load>;
  readonly singleMode?: SingleMode;
  readonly keep?: readonly SimulatedSettingName[];
}

function list({
  now = PARALLEL,
  load = { failureRate: 0.05, flakeRate: 0.02 },
  singleMode = "one-at-a-time",
  keep = [],
}: ListChanges = {}): SimulatedSettings[] {
  const setup = makeSetup({ settings: now, load });
  return listCandidates({ now: setup.settings, singleMode, load: setup.load, keep });
}

/** The distinct values of a setting. */
function listValues<Name extends SimulatedSettingName>(
  name: Name,
  candidates: readonly SimulatedSettings[],
): SimulatedSettings[Name][] {
  return [...new Set(candidates.map((candidate) => candidate[name]))].sort((a, b) => Number(a) - Number(b));
}

describe("listCandidates", () => {
  it("begins with the current settings, repeats none, and has at most some 450", () => {
    const candidates = list();
    expect(candidates[0]).toEqual(makeSetup({ settings: PARALLEL }).settings);
    expect(new Set(candidates.map((each) => JSON.stringify(each))).size).toBe(candidates.length);
    expect(candidates.length).toBeLessThan(450);
  });

  it("tries both modes, unless they behave in the same way", () => {
    expect(listValues("mode", list()).toSorted()).toEqual(["parallel", "single"]);
    expect(listValues("mode", list({ singleMode: "one-line" }))).toEqual(["parallel"]);
    const load = { targets: [0.5, 0.5] };
    expect(listValues("mode", list({ singleMode: "one-line", load }))).toHaveLength(2);
  });

  it("tries concurrency from 1 to 16 and that of now", () => {
    expect(listValues("concurrency", list())).toEqual([1, 2, 3, 4, 5, 6, 8, 12, 16]);
  });

  it("keeps what has no effect in single mode that tests one group at a time", () => {
    const single = list().filter(({ mode }) => mode === "single");
    expect(listValues("concurrency", single)).toEqual([5]);
    expect(listValues("canOptimisticallyMerge", single)).toEqual([false]);
    expect(listValues("batchingMinSize", single)).toEqual([2, 4, 8]);
  });

  it("tries batches of 2, 4 and 8 with waiting times, and none", () => {
    const keep = ["mode", "concurrency", "bisectionConcurrency", "canOptimisticallyMerge"] as const;
    const tried = list({ keep }).map(({ batch, batchingMinSize, batchingMaxWaitTimeMinutes }) =>
      batch ? `${batchingMinSize} in ${batchingMaxWaitTimeMinutes} min` : "none",
    );
    const batches = ["2 in 5", "4 in 5", "4 in 15", "8 in 5", "8 in 15", "8 in 30"];
    expect(tried).toEqual(["none", ...batches.map((each) => `${each} min`)]);
  });

  it("tries as many bisections as tests at once, and as many as now, if batches can fail", () => {
    const pairs = (load: Partial<Load>): string[] => [
      ...new Set(
        list({ load, now: { ...PARALLEL, bisectionConcurrency: 3 }, keep: ["mode"] })
          .filter(({ batch }) => batch)
          .map(({ concurrency, bisectionConcurrency }) => `${concurrency}/${bisectionConcurrency}`),
      ),
    ];
    expect(pairs({ failureRate: 0.05 })).toEqual(expect.arrayContaining(["8/3", "8/8", "3/3", "5/5"]));
    expect(pairs({}).every((pair) => pair.endsWith("/3"))).toBe(true);
  });

  it("tries optimistic merging, and a depth with it only if tests flake", () => {
    const optimistic = (flakeRate: number): SimulatedSettings[] =>
      list({ load: { flakeRate } }).filter(({ canOptimisticallyMerge }) => canOptimisticallyMerge);
    expect(listValues("pendingFailureDepth", optimistic(0))).toEqual([0]);
    expect(listValues("pendingFailureDepth", optimistic(0.02))).toEqual([0, 1, 2]);
  });

  it("keeps what it is told to, and everything else that is not listed", () => {
    const candidates = list({ keep: ["mode", "concurrency"] });
    expect(listValues("mode", candidates)).toEqual(["parallel"]);
    expect(listValues("concurrency", candidates)).toEqual([5]);
    for (const candidate of list())
      expect(candidate).toMatchObject({ testingTimeoutMinutes: 10_000, optimizationMode: "off" });
  });
});

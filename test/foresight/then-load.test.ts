import type { ReplicationSetup } from "../../src/foresight/drive/replication";
import { type Load, toMeanMinutes } from "../../src/foresight/load";
import { changeLoad, findLoadChange, type GivenLoadChange } from "../../src/foresight/load-change";
import { createLoadSource } from "../../src/foresight/load-source";
import { type SimulateRun, simulate } from "../../src/foresight/simulate";
import { makeOptions } from "./support/make-options";
import { makeSetup } from "./support/make-setup";
import { runHere } from "./support/run-here";
import { makeQueueWorkload } from "./workload/support/make-queue-workload";

const { load: LOAD } = makeSetup();

function change(given: GivenLoadChange, load: Load = LOAD) {
  const difference = findLoadChange(load, given);
  if (difference === undefined) throw new Error("Nothing differs.");
  return { difference, apply: (drawn: Load): Load => changeLoad(drawn, difference) };
}

describe("the load with the proposed settings", () => {
  it("has a mean of its own for test durations, whose distribution keeps its shape", () => {
    const given = { testMinutes: 9 };
    const lognormal = { ...LOAD, testMinutes: { kind: "lognormal", mean: 10, cv: 0.5 } } as const;
    const { difference, apply } = change(given, lognormal);
    expect(difference).toEqual({ testMinutes: { now: 10, then: 9 } });
    expect(apply(lognormal)).toEqual({ ...lognormal, testMinutes: { kind: "lognormal", mean: 9, cv: 0.5 } });
    const observed = { ...LOAD, testMinutes: { kind: "empirical", minutes: [5, 10, 15] } } as const;
    const changed = change(given, observed).apply(observed).testMinutes;
    expect(changed).toEqual({ kind: "empirical", minutes: [4.5, 9, 13.5] });
  });

  it("has another rate of arrivals, given as such or as a factor, with the same week", () => {
    const { arrivals } = change({ arrivals: { perHour: 9.6 } }).apply(LOAD);
    expect(arrivals).toEqual({ kind: "poisson", perHour: 9.6 });
    const perHour = Array.from({ length: 168 }, (_, hour) => (hour < 84 ? 2 : 4));
    const weekly = { ...LOAD, arrivals: { kind: "weekly", perHour } } as const;
    const { difference, apply } = change({ arrivals: { factor: 2 } }, weekly);
    expect(difference).toEqual({ arrivalsPerHour: { now: 3, then: 6 } });
    expect(apply(weekly).arrivals).toEqual({ kind: "weekly", perHour: perHour.map((rate) => rate * 2) });
  });

  it("is the same if what is given is as now, and always a pull request waits if one does now", () => {
    expect(findLoadChange(LOAD, {})).toBeUndefined();
    const asNow = { testMinutes: 10, failureRate: 0, arrivals: { perHour: 4.8 } };
    expect(findLoadChange(LOAD, asNow)).toBeUndefined();
    const saturated = { ...LOAD, arrivals: { kind: "saturated" } } as const;
    const { difference, apply } = change({ arrivals: { factor: 2 }, failureRate: 0.1 }, saturated);
    expect(difference).toEqual({ failureRate: { now: 0, then: 0.1 } });
    expect(apply(saturated)).toEqual({ ...saturated, failureRate: 0.1 });
  });

  it("shares with now what is drawn from a workload", () => {
    const workload = makeQueueWorkload({});
    const given = { testMinutes: 5, failureRate: 0.01, arrivals: { factor: 1.5 } };
    const { load, drawLoad } = createLoadSource({ workload, given: {}, seed: "1" });
    const { apply } = change(given, load);
    expect(toMeanMinutes(apply(load).testMinutes)).toBeCloseTo(5, 10);
    const means = [1, 2, 3].map((replication) => {
      const now = drawLoad(replication);
      const then = apply(now);
      expect(then.failureRate).toBe(0.01);
      const [mean, factor] = [toMeanMinutes(then.testMinutes), 5 / toMeanMinutes(load.testMinutes)];
      expect(mean / toMeanMinutes(now.testMinutes)).toBeCloseTo(factor, 10);
      return mean;
    });
    expect(new Set(means).size).toBeGreaterThan(1);
  });
});

describe("simulate with another load for the proposed settings", () => {
  it("compares pairs with common random numbers: then is what it would be alone", async () => {
    const { difference: loadChange, apply } = change({ testMinutes: 9, arrivals: { factor: 1.25 } });
    const setups: ReplicationSetup[] = [];
    const phases: string[] = [];
    const { runReplications } = runHere();
    const run: SimulateRun = {
      runReplications: (planned, phase) => {
        setups.push(...planned);
        phases.push(phase);
        return runReplications(planned, phase);
      },
    };
    const { forecast } = (await simulate(makeOptions({ loadChange }), run)) ?? {};
    const alone = await simulate(makeOptions({ load: apply(LOAD) }), runHere());
    const unchanged = await simulate(makeOptions(), runHere());
    expect(forecast?.now).toEqual(unchanged?.forecast.now);
    expect(unchanged?.forecast).not.toHaveProperty("loadChange");
    expect(forecast?.then).toEqual(alone?.forecast.now);
    expect(forecast?.loadChange).toEqual({
      testMinutes: { now: 10, then: 9 },
      arrivalsPerHour: { now: 4.8, then: 6 },
    });
    expect(phases).toEqual(["pilot", "comparison"]);
    const pairs = setups.filter(({ seed }) => seed === "1");
    expect(pairs.map(({ replication }) => replication)).toEqual([0, 0, 1, 1]);
    expect(pairs.map(({ load }) => load)).toEqual([LOAD, apply(LOAD), LOAD, apply(LOAD)]);
  });

  it("judges each side by its own pilot", async () => {
    const { difference: loadChange } = change({ arrivals: { factor: 1.5 } });
    const { forecast } = (await simulate(makeOptions({ loadChange }), runHere())) ?? {};
    expect([forecast?.now.keepsUp, forecast?.then.keepsUp]).toEqual([true, false]);
  });
});

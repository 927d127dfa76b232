import { toLoad } from "../../../src/foresight/workload/to-load";
import { makeEstimate, makeQueueWorkload } from "./support/make-queue-workload";

describe("toLoad", () => {
  test("takes the value of every parameter", () => {
    const perHour = Array.from({ length: 168 }, (_, hour) => (hour === 9 ? 12 : 3));
    expect(toLoad(makeQueueWorkload())).toEqual({
      arrivals: { kind: "weekly", perHour },
      testMinutes: { kind: "empirical", minutes: [8, 12, 16] },
      failureRate: 0.05,
      flakeRate: 0.02,
      targets: [0.5, 0.5],
      priorities: [
        { value: 100, share: 0.9 },
        { value: 10, share: 0.1 },
      ],
      ciSlots: 20,
      conflictRate: 0.01,
    });
  });

  test("without hours of the week, arrivals have the mean rate around the clock", () => {
    const { arrivals } = toLoad(makeQueueWorkload({ arrivalsPerHour: makeEstimate(4) }));
    expect(arrivals).toEqual({ kind: "poisson", perHour: 4 });
  });

  test("rounded shares add up to 1", () => {
    const shares = ["a", "b", "c"].map((target) => ({ target, value: 0.333, low: 0.3, high: 0.4 }));
    const targets = { source: "assumed", conclusions: 0, days: 0, shares } as const;
    expect(toLoad(makeQueueWorkload({ targets })).targets).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test("a workload with the necessary parameters only has no flakes, one target, one priority and no limit of slots", () => {
    const { queue, testMinutes, failureRate } = makeQueueWorkload();
    const arrivalsPerHour = makeEstimate(4);
    if (testMinutes === undefined || failureRate === undefined) throw new Error("The workload is complete.");
    expect(toLoad({ queue, arrivalsPerHour, testMinutes, failureRate })).toEqual({
      arrivals: { kind: "poisson", perHour: 4 },
      testMinutes: { kind: "empirical", minutes: [8, 12, 16] },
      failureRate: 0.05,
      flakeRate: 0,
      targets: [1],
    });
  });

  test("given parameters replace those of the workload, and fill its gaps", () => {
    const given = { failureRate: 0.5, testMinutes: { kind: "constant", mean: 10 } } as const;
    expect(
      toLoad({ queue: "github.com/acme/web/main", arrivalsPerHour: makeEstimate(4) }, given),
    ).toMatchObject(given);
    expect(toLoad(makeQueueWorkload(), given)).toMatchObject(given);
  });

  test("names everything that is missing at once", () => {
    expect(() => toLoad({ queue: "github.com/acme/web/main" }, { failureRate: 0.1 })).toThrow(
      "The workload of queue github.com/acme/web/main has no arrivals (arrivalsPerHour), no test durations (testMinutes).",
    );
  });
});

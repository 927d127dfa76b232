import { createParameterDraw, scaleArrivals } from "../../../src/foresight/measure/draw-parameters";
import { computeBetaQuantile } from "../../../src/foresight/statistics/beta-distribution";
import type { QueueWorkload } from "../../../src/foresight/workload/workload-schema";

const BASIS = { source: "interface", conclusions: 100, days: 20 } as const;

const WORKLOAD: QueueWorkload = {
  queue: "github.com/acme/web/main",
  arrivalsPerHour: {
    ...BASIS,
    value: 4,
    low: 3.2,
    high: 5,
    byHourOfWeek: [{ hourOfWeek: 9, value: 10, low: 8, high: 12 }],
  },
  testMinutes: { ...BASIS, value: 20, low: 15, high: 25, minutes: [10, 20, 30] },
  // Jeffreys' interval of 5 of 100.
  failureRate: {
    ...BASIS,
    value: 0.05,
    low: computeBetaQuantile(0.025, 5.5, 95.5),
    high: computeBetaQuantile(0.975, 5.5, 95.5),
  },
};

const drawMany = (workload: QueueWorkload): QueueWorkload[] => {
  const draw = createParameterDraw(workload, "seed");
  return Array.from({ length: 150 }, (_, replication) => draw(replication));
};

/** Share of the values within the interval, both ends included. */
function shareWithin(values: readonly number[], { low, high }: { low: number; high: number }): number {
  return values.filter((value) => low <= value && value <= high).length / values.length;
}

describe("createParameterDraw", () => {
  it("draws 95 % of the rates of failures within their interval, around their mean", () => {
    const values = drawMany(WORKLOAD).map(({ failureRate }) => failureRate?.value ?? Number.NaN);
    expect(shareWithin(values, WORKLOAD.failureRate ?? { low: 0, high: 0 })).toBeCloseTo(0.95, 1);
    // The mean of Beta(5.5, 95.5).
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(5.5 / 101, 2);
  });

  it("draws a rate above 0 where none was observed, mostly below the upper end", () => {
    const flakeRate = { ...BASIS, value: 0, low: 0, high: 0.025 };
    const values = drawMany({ ...WORKLOAD, flakeRate }).map((drawn) => drawn.flakeRate?.value ?? Number.NaN);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    const share = shareWithin(values, flakeRate);
    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(0.99);
  });

  it("keeps a rate that is given without an interval", () => {
    const failureRate = { ...BASIS, value: 0.05, low: 0.05, high: 0.05 };
    expect(createParameterDraw({ ...WORKLOAD, failureRate }, "seed")(3).failureRate).toEqual(failureRate);
  });

  it("draws 95 % of the rates of arrivals within their interval, and all hours of the week by the same factor", () => {
    const drawn = drawMany(WORKLOAD).map(({ arrivalsPerHour }) => arrivalsPerHour);
    const values = drawn.map((arrivals) => arrivals?.value ?? Number.NaN);
    expect(shareWithin(values, { low: 3.2, high: 5 })).toBeCloseTo(0.95, 1);
    for (const arrivals of drawn) {
      expect(Number(arrivals?.byHourOfWeek?.[0]?.value) / Number(arrivals?.value)).toBeCloseTo(2.5, 10);
    }
  });

  it("draws rates of arrivals also if their interval begins at 0", () => {
    const arrivalsPerHour = { ...BASIS, value: 1, low: 0, high: 3 };
    const values = drawMany({ ...WORKLOAD, arrivalsPerHour }).map(
      (drawn) => drawn.arrivalsPerHour?.value ?? Number.NaN,
    );
    expect(Math.min(...values)).toBeGreaterThan(0);
    expect(shareWithin(values, { low: 0, high: 3 })).toBeCloseTo(0.975, 1);
  });

  it("draws test durations from the observed ones, as many as there are, with repetition", () => {
    const drawn = drawMany(WORKLOAD).map(({ testMinutes }) => testMinutes?.minutes ?? []);
    expect(drawn.every((minutes) => minutes.length === 3)).toBe(true);
    const all = drawn.flat();
    expect(new Set(all)).toEqual(new Set([10, 20, 30]));
    // Each is drawn equally often.
    expect(all.filter((minutes) => minutes === 10).length / all.length).toBeCloseTo(1 / 3, 1);
    expect(drawn.some((minutes) => new Set(minutes).size === 1)).toBe(true);
  });

  it("draws the same for the same seed and replication, and another workload otherwise", () => {
    expect(createParameterDraw(WORKLOAD, "a")(1)).toEqual(createParameterDraw(WORKLOAD, "a")(1));
    expect(createParameterDraw(WORKLOAD, "a")(1)).not.toEqual(createParameterDraw(WORKLOAD, "a")(2));
    expect(createParameterDraw(WORKLOAD, "a")(1)).not.toEqual(createParameterDraw(WORKLOAD, "b")(1));
  });

  it("leaves absent parameters out", () => {
    expect(createParameterDraw({ queue: WORKLOAD.queue }, "a")(1)).toEqual({ queue: WORKLOAD.queue });
  });
});

describe("scaleArrivals", () => {
  it("multiplies the mean and every hour", () => {
    const arrivals = WORKLOAD.arrivalsPerHour;
    if (arrivals === undefined) throw new Error("The workload has arrivals.");
    const scaled = scaleArrivals(arrivals, 2);
    expect(scaled.value).toBe(8);
    expect(scaled.byHourOfWeek?.[0]?.value).toBe(20);
  });
});

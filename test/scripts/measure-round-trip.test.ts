import { measureRoundTripMs } from "../../scripts/bench/terraform/measure-round-trip";

const LATENCY_MS = 5;

describe("measureRoundTripMs", () => {
  // It throws where it gets another answer than it asks for.
  test.each(["http", "https"] as const)("over %s a call takes at least the latency", async (scheme) => {
    // Timers count from the turn in which they begin.
    expect(await measureRoundTripMs({ scheme, latencyMs: LATENCY_MS })).toBeGreaterThan(LATENCY_MS - 1);
  });
});

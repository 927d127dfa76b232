import fc from "fast-check";
import { checkDuration, MAX_DURATION_MS, tryParseDurationMs } from "../../src/text/parse-duration";

describe("tryParseDurationMs", () => {
  test.each([
    ["5m", 300_000],
    ["1h30m", 5_400_000],
    ["90s", 90_000],
    ["1.5h", 5_400_000],
    ["1ms", 1],
    ["2000us", 2],
    ["2000µs", 2],
    ["2000μs", 2],
    ["3000000ns", 3],
    ["1m0s500ms", 60_500],
    ["24h", MAX_DURATION_MS],
  ])("reads %s as %d milliseconds", (text, expected) => {
    expect(tryParseDurationMs(text)).toBeCloseTo(expected, 6);
  });

  test.each([
    ...["", "5 m", "5m ", "5m\n", `${"0".repeat(64)}5m`],
    ..."5 m -5m 5M 5d 1e3s 0s 999us 24h1ms 99999999999999999999h".split(" "),
  ])("refuses %j", (text) => {
    expect(tryParseDurationMs(text)).toBeUndefined();
  });

  test("adds up durations as Go prints them", () => {
    const parts = fc.record({ h: fc.nat(22), m: fc.nat(59), s: fc.integer({ min: 1, max: 59 }) });
    fc.assert(
      fc.property(parts, ({ h, m, s }) => {
        expect(tryParseDurationMs(`${h}h${m}m${s}s`)).toBe(((h * 60 + m) * 60 + s) * 1000);
      }),
    );
  });

  test("S-18: ends for any string, and returns no number out of bounds", () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.hmsuµn]{0,70}$/));
    fc.assert(
      fc.property(text, (input) => {
        const ms = tryParseDurationMs(input);
        if (ms === undefined) return;
        expect(ms).toBeGreaterThanOrEqual(1);
        expect(ms).toBeLessThanOrEqual(MAX_DURATION_MS);
      }),
    );
  });
});

describe("checkDuration", () => {
  test("a duration is allowed, and anything else is refused with a message about the valid values", () => {
    expect(checkDuration("1h30m")).toBeUndefined();
    const rule = 'Must be a duration of more than 0 and at most 24 hours such as "90s", "5m" or "1h30m"';
    expect(checkDuration("soon")).toBe(`${rule}, got "soon".`);
    expect(checkDuration("25h")).toBe(`${rule}, got "25h".`);
    expect(checkDuration(90)).toBe(`${rule}, got 90.`);
  });
});

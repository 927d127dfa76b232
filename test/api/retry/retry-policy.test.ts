import fc from "fast-check";
import { computeRetryDelayMs, parseRetryAfterMs } from "../../../src/api/retry/retry-policy";

describe("computeRetryDelayMs", () => {
  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [6, 16_000],
    [7, 20_000],
    [8, 20_000],
    [5_000, 20_000],
  ])("R-1: the wait after attempt %i is up to %i ms", (attempts, ceilingMs) => {
    expect(computeRetryDelayMs(attempts, 0)).toBe(0);
    expect(computeRetryDelayMs(attempts, 0.5)).toBe(ceilingMs / 2);
    expect(computeRetryDelayMs(attempts, 0.999999)).toBeCloseTo(ceilingMs, 0);
  });

  test("R-3: a wait that the service asks for is never shortened", () => {
    expect(computeRetryDelayMs(1, 0, 3_000)).toBe(3_000);
    expect(computeRetryDelayMs(7, 0.5, 3_000)).toBe(10_000);
  });
});

describe("parseRetryAfterMs", () => {
  const DATE = "Sat, 21 Nov 2026 12:00:00 GMT";

  test.each<[string | undefined, number | undefined]>([
    ["0", 0],
    ["7", 7_000],
    [" 7 ", 7_000],
    ["60", 60_000],
    ["61", 60_000],
    ["99999999999999999999", 60_000],
    ["Sat, 21 Nov 2026 12:00:05 GMT", 5_000],
    ["Saturday, 21-Nov-26 12:00:05 GMT", 5_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["Sun, 22 Nov 2026 12:00:00 GMT", 60_000],
    ["Sat, nonsense", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("R-3: %p asks to wait %p ms", (header, waitMs) => {
    expect(parseRetryAfterMs(header, DATE)).toBe(waitMs);
  });

  test("F-21: a date counts from the response's own date, and is ignored without one", () => {
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", "Mon, 01 Jan 2001 00:00:00 GMT")).toBe(9_000);
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", undefined)).toBeUndefined();
    expect(parseRetryAfterMs("Mon, 01 Jan 2001 00:00:09 GMT", "yesterday")).toBeUndefined();
  });

  test("R-3: whatever the headers, the wait is absent or from 0 to 60 s", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (header, date) => {
        const waitMs = parseRetryAfterMs(header, date) ?? 0;
        expect(waitMs >= 0 && waitMs <= 60_000).toBe(true);
      }),
    );
  });
});

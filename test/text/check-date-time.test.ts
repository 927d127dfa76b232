import fc from "fast-check";
import { checkDateTime } from "../../src/text/check-date-time";
import { LIST_PULL_REQUESTS } from "../../src/wire/first/list-pull-requests";
import { QUEUE } from "../reconcile/support/steps";

/** Tells whether the client sends a string as `since`. */
function isSent(since: string): boolean {
  return LIST_PULL_REQUESTS.requestSchema.safeParse({ ...QUEUE, since }).success;
}

describe("checkDateTime", () => {
  test.each([
    "2026-01-31T08:00:00Z",
    "2026-01-31T08:00:00.123456789Z",
    "2026-12-31T23:59:59+14:00",
    "2024-02-29T00:00:00-00:30",
    "0004-02-29T00:00:00Z",
  ])("takes %s, which the client sends", (text) => {
    expect(checkDateTime(text)).toBeUndefined();
    expect(isSent(text)).toBe(true);
  });

  test.each([
    ...["", "2026-01-31", "2026-01-31T08:00:00", "2026-01-31T08:00Z", "1767225600"],
    ...["2026-01-31 08:00:00Z", "2026-01-31t08:00:00z", "2026-01-31T08:00:00Z\n"],
    ...["2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-01-00"].map(
      (day) => `${day}T08:00:00Z`,
    ),
    ...["24:00:00Z", "08:60:00Z", "08:00:60Z", "08:00:00+0100"].map((time) => `2026-01-31T${time}`),
    "+12026-01-31T08:00:00Z",
  ])("refuses %j and shows how to write it", (text) => {
    expect(checkDateTime(text)).toContain('such as "2026-01-31T08:00:00Z"');
  });

  test("takes every moment that Terraform can write, and the client sends it", () => {
    const min = new Date("0001-01-01T00:00:00Z");
    const max = new Date("9999-12-31T23:59:59Z");
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        const text = date.toISOString().replace(/\.\d+Z$/, "Z");
        expect(checkDateTime(text)).toBeUndefined();
        expect(isSent(text)).toBe(true);
      }),
    );
  });
});

import { formatMoment } from "../../src/text/format-moment";

test("formatMoment writes a moment of UTC to the second", () => {
  expect(formatMoment(Date.UTC(2026, 0, 15, 12, 3, 4, 999))).toBe("2026-01-15 12:03:04 UTC");
});

import { describeEstimate, toTimeCell } from "../../../src/cli/print/cells";

describe("toTimeCell", () => {
  test.each([
    ["2026-01-31T07:57:00.000Z", "2026-01-31T07:57:00Z (3 min ago)"],
    ["2026-01-31T08:59:00+01:00", "2026-01-31T07:59:00Z (1 min ago)"],
    ["2026-01-31T07:59:59.500Z", "2026-01-31T07:59:59Z (now)"],
    ["2026-01-31T05:55:00Z", "2026-01-31T05:55:00Z (2 h 5 min ago)"],
    ["2026-01-01T08:00:00Z", "2026-01-01T08:00:00Z (30 d ago)"],
    ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z (in 2 h)"],
    ["1769846400000", "1769846400000"],
    ["2026-99-99T08:00:00Z", "2026-99-99T08:00:00Z"],
  ])("%s is shown as %s", (text, shown) => {
    expect(toTimeCell(text, { nowMs: Date.UTC(2026, 0, 31, 8) }).text).toBe(shown);
  });
});

test.each([
  [{ estimatedAt: "2026-01-31T08:40:30Z" }, "expected to merge in about 40 min, at 08:40 UTC"],
  [{ estimatedAt: "2026-02-01T09:00:00+01:00" }, "expected to merge in about 1 d, at 2026-02-01 08:00 UTC"],
  [
    { kind: "pendingFailureResolution", estimatedAt: "2026-01-31T08:00:00Z" },
    "its failure is expected to be resolved in about 0 s, at 08:00 UTC",
  ],
  [{ estimatedAt: "soon" }, undefined],
  [{ status: "unavailable", reason: "queuePaused" }, undefined],
])("an estimate %j is told as %s", (estimate, told) => {
  expect(
    describeEstimate({ status: "available", kind: "merge", ...estimate }, Date.UTC(2026, 0, 31, 8)),
  ).toBe(told);
});

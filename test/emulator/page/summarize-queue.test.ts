import { summarizeQueue } from "../../../src/emulator/page/summarize-queue";
import { createQueue, makeConcluded, makeSubmissions, NOW_MS, type QueueInput } from "./page-fixtures";

describe("summarizeQueue", () => {
  test.each<[QueueInput, string]>([
    [{}, "running"],
    [{ settings: { state: "paused" } }, "paused"],
    [{ settings: { state: "draining" } }, "draining"],
    [{ settings: { state: "paused" }, changes: { isSwitchingModes: true } }, "switching_modes"],
    [{ changes: { switchingReadsLeft: 1 } }, "switching_modes"],
    [{ submissions: [{ number: 1, state: "not_ready" }] }, "not_ready"],
    [{ submissions: [{ number: 1, state: "not_ready" }, { number: 2 }] }, "running"],
    [{ submissions: makeConcluded(2, 8) }, "running"],
    [{ submissions: makeConcluded(1, 0) }, "running"],
    [{ submissions: makeConcluded(3, 7) }, "failing"],
    [
      {
        submissions: [
          ...makeSubmissions(3, { state: "failed" }),
          ...makeSubmissions(10, { state: "merged" }),
        ],
      },
      "running",
    ],
  ])("%j is %s", (input, status) => {
    expect(summarizeQueue(createQueue(input), NOW_MS).status).toBe(status);
  });

  test("trouble is a rate of the last ten that merged or failed, among at most a hundred that left", () => {
    const submissions = [...makeConcluded(4, 5), ...makeSubmissions(3, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions }), NOW_MS).recent).toEqual({ of: 9, failed: 4 });
    const cancelled = [...makeConcluded(4, 5), ...makeSubmissions(99, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions: cancelled }), NOW_MS).recent).toEqual({
      of: 1,
      failed: 1,
    });
  });

  test.each([
    [5, 31, 0, "behind"],
    [5, 30, 0, "running"],
    [4, 600, 0, "running"],
    [5, 600, 590, "running"],
  ])(
    "after %i merges in 10 min, waiting for %i min, %i of them not ready: %s",
    (merges, waitsMin, unready, status) => {
      const submittedAtMs = NOW_MS - waitsMin * 60_000;
      const waiting = { number: 99, submittedAtMs, enteredAtMs: submittedAtMs + unready * 60_000 };
      const merged = { state: "merged" as const, stateChangedAtMs: 600_000, submittedAtMs: 0 };
      const slow = { ...merged, number: 98, stateChangedAtMs: 6_000_000 };
      const submissions = [slow, ...makeSubmissions(merges - 1, merged), waiting];
      const summary = summarizeQueue(createQueue({ submissions }), NOW_MS);
      expect(summary.status).toBe(status);
      expect(summary.usualMs).toBe(merges < 5 ? undefined : 600_000);
    },
  );

  test("a queue that merges within seconds is behind after a quarter of an hour", () => {
    const merged = makeSubmissions(9, { state: "merged", stateChangedAtMs: 10_000, submittedAtMs: 0 });
    const summarize = (submittedAtMs: number) =>
      summarizeQueue(createQueue({ submissions: [...merged, { number: 10, submittedAtMs }] }), NOW_MS).status;
    expect([summarize(NOW_MS - 900_000), summarize(NOW_MS - 900_001)]).toEqual(["running", "behind"]);
  });

  test("counts the oldest that waits, whatever its turn", () => {
    const submissions = [
      { number: 1, submittedAtMs: 5, turn: "z" },
      { number: 2, submittedAtMs: 9, turn: "a" },
    ];
    expect(summarizeQueue(createQueue({ submissions }), NOW_MS).oldestMs).toBe(5);
  });
});

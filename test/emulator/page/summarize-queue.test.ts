import { summarizeQueue } from "../../../src/emulator/page/summarize-queue";
import { createQueue, makeConcluded, makeSubmissions, type QueueInput } from "./page-fixtures";

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
    expect(summarizeQueue(createQueue(input)).status).toBe(status);
  });

  test("trouble is a rate of the last ten that merged or failed, among at most a hundred that left", () => {
    const submissions = [...makeConcluded(4, 5), ...makeSubmissions(3, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions })).recent).toEqual({ of: 9, failed: 4 });
    const cancelled = [...makeConcluded(4, 5), ...makeSubmissions(99, { state: "cancelled" })];
    expect(summarizeQueue(createQueue({ submissions: cancelled })).recent).toEqual({ of: 1, failed: 1 });
  });

  test("counts the oldest that waits, whatever its turn", () => {
    const submissions = [
      { number: 1, submittedAtMs: 5, turn: "z" },
      { number: 2, submittedAtMs: 9, turn: "a" },
    ];
    expect(summarizeQueue(createQueue({ submissions })).oldestMs).toBe(5);
  });
});

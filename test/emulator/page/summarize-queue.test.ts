import { summarizeQueue } from "../../../src/emulator/page/summarize-queue";
import { createQueue, makeConcluded, makeSubmissions, NOW_MS, type QueueInput } from "./page-fixtures";

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
  [{ submissions: [...makeConcluded(3, 0), ...makeConcluded(0, 10)] }, "running"],
])("%j is %s", (input, status) => {
  expect(summarizeQueue(createQueue(input), NOW_MS).status).toBe(status);
});

test("trouble is a rate of the last ten that merged or failed, among at most a hundred that left", () => {
  const read = (cancelled: number): object => {
    const submissions = [...makeConcluded(4, 5), ...makeSubmissions(cancelled, { state: "cancelled" })];
    return summarizeQueue(createQueue({ submissions }), NOW_MS).recent;
  };
  expect(read(3)).toEqual({ of: 9, failed: 4 });
  expect(read(99)).toEqual({ of: 1, failed: 1 });
});

test.each([
  [5, 10, 30, 0, "running"],
  [5, 10, 31, 0, "behind"],
  [5, 10, 600, 590, "running"],
  [4, 10, 600, 0, "running"],
  [5, 1, 15, 0, "running"],
  [5, 1, 16, 0, "behind"],
])(
  "after %i merges in %i min, waiting %i min, of these %i not ready: %s",
  (count, usual, waits, unready, status) => {
    const submittedAtMs = NOW_MS - waits * 60_000;
    const merged = { state: "merged" as const, submittedAtMs: 0, stateChangedAtMs: usual * 60_000 };
    const slow = { ...merged, number: 98, stateChangedAtMs: 6_000_000 };
    const waiting = { number: 99, submittedAtMs, enteredAtMs: submittedAtMs + unready * 60_000 };
    const submissions = [slow, ...makeSubmissions(count - 1, merged), waiting];
    expect(summarizeQueue(createQueue({ submissions }), NOW_MS).status).toBe(status);
  },
);

test("counts the oldest that waits, whatever its turn", () => {
  const submissions = [
    { number: 1, submittedAtMs: 5, turn: "z" },
    { number: 2, submittedAtMs: 9, turn: "a" },
  ];
  expect(summarizeQueue(createQueue({ submissions }), NOW_MS).oldestMs).toBe(5);
});

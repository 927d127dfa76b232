import { AutomaticEvents } from "../../../src/emulator/auto/automatic-events";
import type { TimeKeeper } from "../../../src/emulator/clock/time-keeper";
import { formatLine } from "../../../src/emulator/store/data-line";
import type { QueueSettings } from "../../../src/queue/settings";
import { MAIN, NOW_MS as START_MS } from "../../engine/engine-fixtures";
import { catchError } from "../../support/catch-error";
import { createKeeper } from "./create-keeper";

const MINUTE_MS = 60_000;

function submit({ engine }: TimeKeeper, ...numbers: readonly number[]): void {
  for (const number of numbers) engine.apply({ type: "submitPullRequest", identity: MAIN, number });
}

/** State of each pull request, and how many seconds after the start it came about. */
function listStates({ engine }: TimeKeeper): readonly (readonly [string, number])[] {
  const submissions = [...(engine.tryFindQueue(MAIN)?.submissions.values() ?? [])];
  return submissions.map(({ state, stateChangedAtMs }) => [state, (stateChangedAtMs - START_MS) / 1000]);
}

test("a real clock runs at the machine's speed; stopped, it stands until it is moved, and continues from there", () => {
  const machine = { nowMs: START_MS };
  const keeper = createKeeper({ machine, clock: { mode: "real", aheadMs: 0 } });
  machine.nowMs += 7;
  expect(keeper.nowMs).toBe(START_MS + 7);
  keeper.advance(MINUTE_MS);
  machine.nowMs += 3;
  expect(keeper.nowMs).toBe(START_MS + MINUTE_MS + 10);
  keeper.setMode("manual");
  machine.nowMs += 5_000;
  expect(keeper.nowMs).toBe(START_MS + MINUTE_MS + 10);
  keeper.advance(5);
  expect(keeper.nowMs).toBe(START_MS + MINUTE_MS + 15);
  keeper.set(START_MS + MINUTE_MS + 20);
  expect(keeper.nowMs).toBe(START_MS + MINUTE_MS + 20);
  keeper.setMode("real");
  machine.nowMs += 1;
  expect([keeper.nowMs, keeper.mode]).toEqual([START_MS + MINUTE_MS + 21, "real"]);
});

test.each<[string, "set" | "advance" | "runUntilIdle", number, string]>([
  ["back", "set", START_MS - 1, "Time never moves back"],
  ["to no moment", "set", Number.NaN, "whole number"],
  ["to a moment no date can hold", "set", 9e15, "whole number"],
  ["by less than nothing", "advance", -1, "at least 0"],
  ["by a part of a millisecond", "advance", 0.5, "whole number"],
  ["in no steps", "runUntilIdle", 0, "at least 1"],
])("a clock cannot be moved %s", (_, move, value, message) => {
  const keeper = createKeeper();
  const run = (): unknown => keeper.runUntilIdle({ maxSteps: value });
  const error = catchError(move === "runUntilIdle" ? run : keeper[move].bind(keeper, value));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(String(error)).toContain(message);
  expect(keeper.nowMs).toBe(START_MS);
});

test("each automatic check concludes at its own time, even in one big jump", () => {
  const keeper = createKeeper({ auto: { durationSeconds: 30, failureRate: 0 } });
  submit(keeper, 1, 2, 3);
  keeper.advance(86_400_000);
  // One after another: the queue is in single mode.
  expect(listStates(keeper)).toEqual([
    ["merged", 30],
    ["merged", 60],
    ["merged", 90],
  ]);
});

test("impacted targets are reported automatically if the queue needs them, and again for each new commit", () => {
  const keeper = createKeeper({ auto: { durationSeconds: 30, failureRate: 0 } });
  const { engine } = keeper;
  const settings = { mode: "parallel", concurrency: 9 } as const;
  engine.apply({ type: "updateQueue", identity: MAIN, settings });
  engine.apply({ type: "setImpactedTargets", identity: MAIN, number: 1, targets: ["mine"] });
  submit(keeper, 1, 2, 3, 4, 5, 6, 7, 8);
  const targetsOf = (number: number) => engine.tryFindQueue(MAIN)?.impactedTargets.get(number);
  keeper.passTime();
  expect(targetsOf(1)).toEqual(["mine"]);
  expect(targetsOf(2)).toEqual([expect.stringMatching(/^target-[1-4]$/)]);
  expect(new Set([2, 3, 4, 5, 6, 7, 8].map((number) => targetsOf(number)?.[0])).size).toBeGreaterThan(1);
  engine.apply({ type: "declarePullRequest", repo: MAIN.repo, pullRequest: { number: 2, sha: "f00d" } });
  expect(targetsOf(2)).toBeUndefined();
  submit(keeper, 2);
  keeper.advance(60_000);
  expect(targetsOf(2)).toEqual([expect.stringMatching(/^target-[1-4]$/)]);
  const states = listStates(keeper).map(([state]) => state);
  expect([states.filter((state) => state !== "merged"), states.length]).toEqual([["cancelled"], 9]);
});

test("impacted targets are not reported for a queue that does not need them", () => {
  const keeper = createKeeper({ auto: { durationSeconds: 30, failureRate: 0 } });
  const pullRequest = { number: 1, mergeability: "not_mergeable" } as const;
  keeper.engine.apply({ type: "declarePullRequest", repo: MAIN.repo, pullRequest });
  submit(keeper, 1);
  keeper.passTime();
  expect(keeper.engine.tryFindQueue(MAIN)?.impactedTargets.size).toBe(0);
});

test("one jump has the same result as small steps", () => {
  const auto = { durationSeconds: [5, 50] as const, failureRate: 0.4 };
  const [jumping, stepping] = [createKeeper({ auto }), createKeeper({ auto })];
  for (const keeper of [jumping, stepping]) submit(keeper, 1, 2, 3, 4, 5, 6, 7, 8);
  jumping.advance(10 * MINUTE_MS);
  for (let step = 0; step < 600; step += 1) stepping.advance(1_000);
  expect(formatLine(jumping.engine.state)).toEqual(formatLine(stepping.engine.state));
  expect(new Set(listStates(jumping).map(([state]) => state))).toEqual(new Set(["merged", "failed"]));
});

test("an automatic report that changes nothing is an error that shows it, because it would be repeated forever", () => {
  const keeper = createKeeper({ auto: {} });
  const report = { testRunId: "gone", name: "ci", conclusion: "success" } as const;
  const event = { type: "reportChecks", reports: [report] } as const;
  jest.spyOn(AutomaticEvents.prototype, "tryFindNext").mockReturnValue({ atMs: keeper.nowMs, event });
  expect(keeper.passTime.bind(keeper)).toThrow(
    `An automatic report at 2026-01-02T03:04:05.000Z changes nothing: ${JSON.stringify(event)}`,
  );
});

test("a run that times out at the moment of an automatic report ends with it", () => {
  const auto = { durationSeconds: 90, failureRate: 0 };
  const keeper = createKeeper({ auto, options: { requiresImpactedTargets: "never" } });
  const update = (settings: QueueSettings) =>
    keeper.engine.apply({ type: "updateQueue", identity: MAIN, settings });
  update({ mode: "parallel", concurrency: 2, canOptimisticallyMerge: true });
  submit(keeper, 1, 2);
  keeper.advance(30_000);
  update({ testingTimeoutMinutes: 1 });
  keeper.engine.apply({ type: "restartTests", identity: MAIN, number: 1 });
  keeper.advance(MINUTE_MS);
  // The second one, on top of the first one, passes, and so clears its failure.
  const expected = ["merged", 90];
  expect(listStates(keeper)).toEqual([expected, expected]);
});

test("a check that was reported manually is not reported again", () => {
  const keeper = createKeeper({ auto: { durationSeconds: 30, failureRate: 0 } });
  keeper.engine.apply({ type: "updateQueue", identity: MAIN, settings: { requiredStatuses: ["a", "b"] } });
  submit(keeper, 1);
  const [run] = keeper.engine.tryFindQueue(MAIN)?.testRuns.values() ?? [];
  keeper.engine.apply({ type: "reportCheck", testRunId: run?.id ?? "", name: "b", conclusion: "success" });
  expect(keeper.advanceToNext()).toBe(START_MS + 15_000);
  expect(listStates(keeper)).toEqual([["merged", 15]]);
});

test("time ends with the year 9999, and no event happens after that", () => {
  const keeper = createKeeper();
  const endMs = Date.parse("9999-12-31T23:59:59.999Z");
  expect(catchError(keeper.set.bind(keeper, endMs + 1))).toMatchObject({ code: "invalid_request" });
  keeper.set(endMs - MINUTE_MS);
  submit(keeper, 1);
  expect(keeper.engine.nextDueMs()).toBeGreaterThan(endMs);
  expect(keeper.nextDueMs).toBeUndefined();
  expect(keeper.advanceToNext()).toBeUndefined();
  expect(keeper.runUntilIdle()).toEqual({ steps: 0, isIdle: true, nowMs: endMs - MINUTE_MS });
});

import { estimateMerges, type MergeForecast } from "../../src/engine/estimate-merge";
import { findSubmission, findTestRun, listRunIds } from "../../src/engine/queue-contents";
import { NOW_MS } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

const MINUTE_MS = 60_000;
const BATCHES = { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 7 };

function estimate(play: QueuePlay, number: number, minute: number): MergeForecast {
  const nowMs = NOW_MS + minute * MINUTE_MS;
  return estimateMerges(play.queue, play.engine.options, nowMs)(play.submission(number));
}

/** Returns the minute of a forecast, or why there is none. */
function foretell(play: QueuePlay, number: number, minute: number): number | string {
  const forecast = estimate(play, number, minute);
  return forecast.status === "unavailable" ? forecast.reason : (forecast.estimatedAtMs - NOW_MS) / MINUTE_MS;
}

/** Lets five pull requests merge whose runs took 10 minutes. @returns the minute afterwards */
function playHistory(play: QueuePlay): number {
  let minute = 0;
  for (const number of [101, 102, 103, 104, 105]) {
    play.at(minute).targets(number, "z").submit(number);
    // A batch starts after its wait.
    while (play.states(number) !== "testing") play.at((minute += 1));
    play.at((minute += 10)).pass(number);
  }
  return minute;
}

/** Passes each run after 10 minutes. @returns the minute in which each pull request has merged */
function playOn(play: QueuePlay, numbers: readonly number[], from: number): number[] {
  const merged = new Map<number, number>();
  for (let minute = from; merged.size < numbers.length; minute += 1) {
    play.at(minute);
    for (const id of listRunIds(play.queue)) {
      const { createdAtMs, sequences } = findTestRun(play.queue, id);
      const [first = 0] = sequences;
      if (NOW_MS + minute * MINUTE_MS - createdAtMs >= 10 * MINUTE_MS)
        play.pass(findSubmission(play.queue, first).number);
    }
    for (const one of numbers) if (play.states(one) === "merged" && !merged.has(one)) merged.set(one, minute);
  }
  return numbers.map((number) => merged.get(number) ?? 0);
}

describe("estimateMerges", () => {
  const parallel = { mode: "parallel", concurrency: 2 } as const;
  const sharing = { 1: "a", 2: "ab", 3: "c", 4: "b", 5: "a", 6: "cd", 7: "d" };
  const alike = { 1: "a", 2: "a", 3: "a", 4: "a", 5: "a", 6: "a", 7: "a" };
  test.each([
    ["one at a time", {}, {}, alike],
    ["in one line", { concurrency: 3 }, { singleMode: "one-line" }, alike],
    ["in batches, the last of which waits for more", BATCHES, {}, alike],
    ["in parallel", parallel, {}, sharing],
    ["in parallel batches", { ...parallel, ...BATCHES }, {}, sharing],
  ] as const)(
    "foretells the minute of each merge if all runs take as long: %s",
    (_, settings, options, targets) => {
      const play = new QueuePlay({ settings, options });
      const now = playHistory(play);
      play.submitTargets(targets).declare(6, { mergeability: "not_mergeable" });
      play.declare(6, { mergeability: "mergeable" }).at(now + 3);
      const numbers = [1, 2, 3, 4, 5, 6, 7];
      const foretold = numbers.map((number) => foretell(play, number, now + 3));
      expect(foretold).toEqual(playOn(play, numbers, now + 3));
    },
  );

  test.each([
    ["has left", "notInQueue", (play: QueuePlay) => play.cancel(2)],
    ["is not ready", "notReady", (play: QueuePlay) => play.declare(2, { mergeability: "not_mergeable" })],
    ["is in a queue that is paused", "queuePaused", (play: QueuePlay) => play.update({ state: "paused" })],
    ["is in one that drains", "queueDraining", (play: QueuePlay) => play.update({ state: "draining" })],
    ["is in one that switches", "queueSwitchingModes", (play: QueuePlay) => play.update({ mode: "single" })],
    ["waits for a failure", "waitsForFailure", (play: QueuePlay) => play.fail(3)],
  ])("says why it makes none for what %s", (_, reason, change) => {
    const play = QueuePlay.parallel({ concurrency: 2 });
    const now = playHistory(play);
    // #3 is tested on #1; what is on #3 waits until its failure is decided.
    play.submitTargets({ 1: "a", 3: "a" }).submitTargets({ 2: "a" });
    change(play);
    expect(foretell(play, 2, now)).toBe(reason);
  });

  test("makes none in a bisection, or with less than five runs to judge from", () => {
    const play = new QueuePlay({ settings: { ...BATCHES, batchingMinSize: 2 } }).submit(1, 2);
    expect(foretell(play, 1, 0)).toBe("insufficientHistory");
    expect(foretell(play.fail(1), 1, 0)).toBe("inBisection");
  });

  test("a run that takes longer than most ends as those did that took as long; a failure counts as a restart", () => {
    const play = QueuePlay.parallel();
    for (const [index, end] of [10, 10, 10, 40, 40].entries())
      play
        .at(0)
        .submitTargets({ [index + 101]: "z" })
        .later(end);
    for (const [minute, numbers] of [
      [10, [101, 102, 103]],
      [40, [104, 105]],
    ] as const)
      play.at(minute).pass(...numbers);
    play.submitTargets({ 1: "a", 2: "a", 3: "a" });
    const tell = (minute: number) => [1, 2, 3].map((number) => foretell(play.at(minute), number, minute));
    expect(tell(40)).toEqual([50, 50, 50]);
    expect(tell(60)).toEqual([80, 80, 80]);
    expect(tell(85)).toEqual([85, 85, 85]);
    play.update({ pendingFailureDepth: 2 }).fail(2);
    expect(tell(85)).toEqual([85, 85, 95]);
  });
});

import { adoptState } from "../../src/engine/adopt-state";
import type { EngineState, Queue } from "../../src/engine/engine-state";
import { draftSortedMap } from "../../src/engine/sorted-map";
import { toIdentityKey } from "../../src/queue/queue-identity";
import { MAIN } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

const SUBMITTED = ["0 not_ready API_REQUESTED", "0 pending MERGE_ITEM_NOW_READY"];
const STARTED = [...SUBMITTED, "0 testing"];

/** The changes after the tests of pull request 2 began. It is on top of 1, or in one batch with it. */
const CASES: readonly (readonly [string, (play: QueuePlay) => QueuePlay, string])[] = [
  [
    "passes and merges",
    (play) => play.pass(1, 2),
    "5 tests_passed TEST_RUN_PASSED | 5 merged MERGE_GRAPH_MERGE",
  ],
  ["fails", (play) => play.pass(1).fail(2), "5 failed TEST_RUN_REQUIRED_STATUS_FAILED"],
  ["fails, and waits for what is ahead", (play) => play.fail(2), "5 pending_failure"],
  [
    "is ahead of one that passes, with optimistic merging",
    (play) => play.update({ canOptimisticallyMerge: true }).submit(3).pass(3),
    "5 tests_passed SUCCESSOR_TEST_RUN_PASSED | 5 merged MERGE_GRAPH_MERGE",
  ],
  [
    "is behind one that fails",
    (play) => play.fail(1),
    "5 pending PREREQUISITE_MERGE_ITEM_FAILED | 5 testing",
  ],
  [
    "is behind one that is cancelled",
    (play) => play.cancel(1),
    "5 pending PREREQUISITE_MERGE_ITEM_CANCELLED | 5 testing",
  ],
  ["is cancelled", (play) => play.cancel(2), "5 cancelled USER_REQUESTED"],
  ["is restarted", (play) => play.restart(2), "5 pending TESTS_RESTARTED_BY_API_REQUEST | 5 testing"],
  [
    "is displaced",
    (play) => play.update({ concurrency: 1 }).submitWith(3, { priority: 0 }),
    "5 pending SKIP_THE_LINE_INTERRUPTED",
  ],
  ["times out", (play) => play.at(59).pass(1).at(60), "60 failed TEST_RUN_TIMEOUT"],
  [
    "is closed and comes back",
    (play) => play.declare(2, { isOpen: false }).declare(2, { isOpen: true }).at(7).submit(2),
    "5 cancelled PR_CLOSED | 7 not_ready API_REQUESTED | 7 pending MERGE_ITEM_NOW_READY | 7 testing",
  ],
];

describe("the history of a pull request names each change of its state with the published reason", () => {
  test.each(CASES)("one that %s", (_what, act, expected) => {
    const play = act(QueuePlay.parallel().submit(1, 2).at(5));
    expect(play.history(2)).toEqual([...STARTED, ...expected.split(" | ")]);
  });

  test("one in a batch that fails", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2, bisectionConcurrency: 1 } });
    play.submit(1, 2).at(5).fail(1);
    expect(play.history(2)).toEqual([...STARTED, "5 pending BISECTION_REQUIRED"]);
    play.at(6).fail(1);
    expect(play.history(1).slice(3)).toEqual([
      "5 pending BISECTION_REQUIRED",
      "5 testing",
      "6 failed TEST_RUN_REQUIRED_STATUS_FAILED",
    ]);
    play.at(8).pass(2);
    const passed = ["6 testing", "8 pending BISECTION_TEST_RUN_PASSED", "8 testing"];
    expect(play.history(2).slice(4)).toEqual(passed);
  });

  test("one without a test run, and one that is not ready", () => {
    const play = new QueuePlay({ settings: { directMergeMode: "always" } });
    play.declare(1, { isUpToDate: true, mergeability: "not_mergeable" }).submit(1).at(5);
    expect(play.history(1)).toEqual(SUBMITTED.slice(0, 1));
    play.declare(1, { mergeability: "mergeable" });
    expect(play.history(1)).toEqual([
      "0 not_ready API_REQUESTED",
      "5 pending MERGE_ITEM_NOW_READY",
      "5 merged MERGE_GRAPH_DIRECT_MERGE",
    ]);
  });

  test("changes name the test run that they are about: the one that decided", () => {
    const play = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2);
    const [own, decider] = [play.run(1).id, play.run(2).id];
    play.pass(2);
    const named = play.submission(1).history.map(({ testRunId }) => testRunId ?? "none");
    expect(named).toEqual(["none", "none", own, decider, "none"]);
  });
});

test("a state of an earlier version gets what it lacks: its history begins with what it shows", () => {
  const play = new QueuePlay({ settings: { notReadyTimeoutHours: 1 } }).submit(1, 2).fail(1).submit(4);
  play.declare(3, { mergeability: "in_progress", skipTheLine: true }).submit(3).cancel(4).submit(4);
  const { state: known, options } = play.engine;
  const { queue } = play;
  const submissions = draftSortedMap(queue.submissions);
  for (const [sequence, submission] of [...submissions.entries()]) {
    const fields = omit(submission, "history", "firstSequence", "isDirect");
    const priority = { value: 100, name: "medium" };
    const old = submission.number === 3 ? { ...fields, priority, skipTheLine: true } : fields;
    submissions.set(sequence, { ...old, pullRequest: omit(submission.pullRequest, "draft", "isMerged") });
  }
  const testRuns = draftSortedMap(queue.testRuns);
  for (const [id, run] of [...testRuns.entries()]) testRuns.set(id, { ...run, failureReason: undefined });
  const old: Queue = { ...omit(queue, "notReady", "stateSetAtMs"), submissions, testRuns };
  const pullRequests = new Map(
    [...known.pullRequests].map(([repo, all]) => {
      const draft = draftSortedMap(all);
      for (const [number, one] of [...draft.entries()]) draft.set(number, omit(one, "draft", "isMerged"));
      return [repo, draft];
    }),
  );
  const state: EngineState = { ...known, pullRequests, queues: new Map([[toIdentityKey(MAIN), old]]) };
  play.engine.restore(adoptState(state, options));
  expect(play.queue.stateSetAtMs).toBe(queue.updatedAtMs);
  expect(play.history(1)).toEqual(["0 failed"]);
  expect(play.run(1).failureReason).toBe("TEST_RUN_REQUIRED_STATUS_FAILED");
  expect(play.submission(3)).toMatchObject({ priority: { value: 0 }, isDirect: false, firstSequence: 4 });
  expect(play.submission(4)).toMatchObject({ sequence: 5, firstSequence: 3, pullRequest: { draft: false } });
  expect(play.at(9).pass(2).history(2)).toEqual([
    "0 testing",
    "9 tests_passed TEST_RUN_PASSED",
    "9 merged MERGE_GRAPH_MERGE",
  ]);
  expect(play.at(60).history(3)).toEqual(["0 not_ready", "60 cancelled NOT_READY_TIMEOUT_EXPIRED"]);
});

/** A value of an earlier version, which lacks fields. */
function omit<Value extends object>(value: Value, ...names: readonly (keyof Value)[]): Value {
  const left = Object.entries(value).filter(([name]) => !names.includes(name as keyof Value));
  return Object.fromEntries(left) as Value;
}

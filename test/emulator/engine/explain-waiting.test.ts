import { DEFAULT_ENGINE_OPTIONS } from "../../../src/emulator/engine/engine-options";
import { explainWaiting } from "../../../src/emulator/engine/waiting/explain-waiting";
import { QueuePlay } from "./support/queue-play";

function explain(play: QueuePlay, number: number): string {
  return explainWaiting(play.queue, play.submission(number), DEFAULT_ENGINE_OPTIONS);
}

describe("explainWaiting", () => {
  test("names the tests that occupy the slots, and the pull request ahead in turn", () => {
    const play = new QueuePlay().submit(1, 2, 3);
    expect(explain(play, 2)).toBe("Is next, and waits until the tests of one of these have ended: #1.");
    expect(explain(play, 3)).toBe("Waits for its turn behind #2.");
  });

  test("says why a pull request is not ready, and which command helps", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).submit(1);
    play.declare(2, { baseBranch: "it's" }).declare(3, { mergeability: "not_mergeable" }).submit(2, 3);
    play.declare(4, { mergeability: "unspecified" }).submit(4);
    expect(explain(play, 1)).toBe(
      "Is not ready: its impacted targets have not been reported. " +
        'Report them: mergequeue pr impacted-targets "github.com/acme/web/main" 1 --all',
    );
    expect(explain(play, 2)).toBe(
      "Is not ready: it wants to merge into it's, not into the queue's branch. " +
        "Submit it to that branch's queue: mergequeue pr submit 'github.com/acme/web/it'\\''s' 2",
    );
    expect(explain(play, 3)).toBe(
      "Is not ready: the code host cannot merge it. " +
        "Resolve its conflicts, then say so with POST /control/declarePullRequests.",
    );
    expect(explain(play, 4)).toBe(
      "Is not ready: the code host does not know yet whether it can be merged. " +
        "Say so with POST /control/declarePullRequests.",
    );
  });

  test("says that the queue is paused or draining", () => {
    const play = new QueuePlay().submit(1).update({ state: "draining" }).submit(2);
    expect(explain(play, 2)).toBe("Waits until the queue runs again: it drains, and starts nothing new.");
    play.update({ state: "paused" }).pass(1);
    expect(explain(play, 2)).toBe("Waits until the queue runs again: it is paused.");
    expect(explain(play, 1)).toBe("Has passed and merges when the queue runs again: it is paused.");
  });

  test("says how long a batch still fills", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 3 } }).submit(1);
    expect(explain(play, 1)).toBe(
      "Waits for 2 more to form a batch, until 2026-01-02T03:09:05.000Z at the latest.",
    );
  });

  test("says what a passed pull request merges after", () => {
    const play = QueuePlay.parallel().submit(1, 2).pass(2);
    expect(explain(play, 2)).toBe("Has passed and merges after #1.");
    expect(explain(play, 1)).toBe("Is tested.");
  });

  test("says that the queue is switching modes", () => {
    const play = new QueuePlay({ options: { requiresImpactedTargets: "never" } }).submit(1, 2);
    play.update({ mode: "parallel" });
    expect(explain(play, 2)).toBe("Waits until tests of the queue's former mode have merged.");
  });
});

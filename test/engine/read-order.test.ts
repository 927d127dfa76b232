import { findSubmission } from "../../src/engine/queue-contents";
import { readOrder } from "../../src/engine/read-order";
import { QueuePlay } from "./support/queue-play";

/** Shows by numbers what runs, then what waits with its batch, what is ahead of it, what holds it. */
function show(play: QueuePlay): { readonly runs: string[]; readonly waiting: string[] } {
  const { queue } = play;
  const name = (sequences: readonly number[]): string =>
    sequences.map((sequence) => findSubmission(queue, sequence).number).join("+");
  const { runs, waiting } = readOrder(queue, play.engine.options);
  return {
    runs: runs.map(({ sequences, isBisection }) => `${name(sequences)}${isBisection ? " bisection" : ""}`),
    waiting: waiting.map(({ submission: { number }, batch, ahead, heldBy }) =>
      [
        number,
        batch === undefined ? "held" : `batch ${batch}`,
        ahead.length > 0 && `after ${name(ahead)}`,
        heldBy.length > 0 && `by ${name(heldBy)}`,
      ]
        .filter(Boolean)
        .join(" "),
    ),
  };
}

describe("readOrder", () => {
  test("in a single line, each comes right behind the one before it; what is not ready is left out", () => {
    const play = new QueuePlay().declare(3, { mergeability: "not_mergeable" }).submit(1, 2, 3, 4);
    expect(show(play)).toEqual({ runs: ["1"], waiting: ["2 batch 1 after 1", "4 batch 2 after 2"] });
  });

  test("in parallel, only what shares targets is ahead, and indirect dependencies are left out", () => {
    const play = QueuePlay.parallel({ concurrency: 1 });
    play.submitTargets({ 1: "a", 2: "ab", 3: "b", 4: "c", 5: "ab" });
    expect(show(play)).toEqual({
      runs: ["1"],
      waiting: ["2 batch 1 after 1", "3 batch 2 after 2", "4 batch 3", "5 batch 4 after 3"],
    });
  });

  test("what a failure holds comes last, with what it waits for", () => {
    const play = QueuePlay.parallel({ concurrency: 2, pendingFailureDepth: 0 });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "c", 5: "a" }).fail(2);
    expect(play.states(2)).toBe("pending_failure");
    const { runs, waiting } = show(play);
    expect(runs).toEqual(["1", "2", "4"]);
    expect(waiting).toEqual(["3 held after 2 by 2", "5 held after 3 by 2"]);
  });

  test("the parts of a bisection are shown with their runs, and those without one wait first", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 4, bisectionConcurrency: 1 } });
    play.submit(1, 2, 3, 4, 5).fail(1);
    expect(show(play)).toEqual({
      runs: ["1+2 bisection"],
      waiting: ["3 batch 1", "4 batch 1 after 3", "5 batch 2 after 4"],
    });
  });
});

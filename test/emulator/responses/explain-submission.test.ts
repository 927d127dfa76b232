import { explainSubmission } from "../../../src/emulator/responses/explain-submission";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/engine/engine-options";
import { QueuePlay } from "../../engine/support/queue-play";

function explain(play: QueuePlay, number: number): string {
  return explainSubmission(play.queue, play.submission(number), DEFAULT_ENGINE_OPTIONS);
}

test("says why a pull request is not ready, and which command helps", () => {
  const play = new QueuePlay({ settings: { mode: "parallel" } }).submit(1);
  play.declare(2, { baseBranch: "it's" }).declare(3, { mergeability: "not_mergeable" }).submit(2, 3);
  play.declare(4, { mergeability: "unspecified" }).submit(4);
  expect(explain(play, 1)).toBe(
    "Is not ready: its impacted targets have not been reported. " +
      'Report them: mergequeue pr impacted-targets "github.com/acme/web/main" 1 --all',
  );
  expect(explain(play, 2)).toBe(
    "Is not ready: it wants to merge into another branch. " +
      "Submit it to that branch's queue: mergequeue pr submit 'github.com/acme/web/it'\\''s' 2",
  );
  expect(explain(play, 3)).toBe("Is not ready: the code host cannot merge it. " + "Resolve its conflicts.");
  expect(explain(play, 4)).toBe("Is not ready: the code host does not know yet whether it can be merged.");
});

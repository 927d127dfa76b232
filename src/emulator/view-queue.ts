import { readShownSettings } from "./answers/queue-answer";
import type { PullRequestView, QueueView } from "./emulator";
import type { EmulatorOptions } from "./emulator-options";
import type { Queue } from "./engine/engine-state";
import { explainWaiting } from "./engine/explain-waiting";

/** Shows a queue to a test. */
export function viewQueue(queue: Queue, options: EmulatorOptions): QueueView {
  const { identity } = queue;
  return {
    identity,
    settings: readShownSettings(queue, options),
    pullRequests: Array.from(
      queue.submissions.values(),
      (submission): PullRequestView => ({
        number: submission.number,
        state: submission.state,
        reason: explainWaiting(queue, submission, options),
        testRunId: submission.testRunId,
      }),
    ),
  };
}

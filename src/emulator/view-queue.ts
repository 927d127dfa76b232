import type { PullRequestView, QueueView } from "./emulator";
import type { EmulatorOptions } from "./emulator-options";
import type { Queue } from "./engine/engine-state";
import { explainWaiting } from "./engine/waiting/explain-waiting";
import { readShownSettings } from "./responses/queue-response";

/** Makes the view of a queue that a test gets. */
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

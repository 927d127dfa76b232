import type { JsonValue } from "../../queue/additional-settings";
import type { QueueRecord } from "../../queue/settings";
import type { PullRequestView, QueueView } from "../emulator";
import type { EmulatorOptions } from "../emulator-options";
import type { Queue } from "../engine/engine-state";
import { listEnqueued } from "../engine/list-enqueued";
import { explainWaiting } from "../engine/waiting/explain-waiting";
import type { PullRequestItem } from "./pull-request-fields";
import { toPullRequestItem } from "./pull-request-fields";

/** A queue as `/updateQueue` answers it: the settings and the target branch. */
export type QueueAnswer = Required<QueueRecord> & { readonly branch: string };

/** A queue as `/getQueue` answers it. */
export type FullQueueAnswer = QueueAnswer & { readonly enqueuedPullRequests: readonly PullRequestItem[] };

/** Writes a queue as the interface shows it (section "Queue"), without its pull requests. */
export function toQueueAnswer(
  queue: Queue,
  options: Pick<EmulatorOptions, "inheritedStatuses" | "additionalSettings">,
): QueueAnswer {
  return {
    ...readAdditionalSettings(queue, options),
    ...readShownSettings(queue, options),
    branch: queue.identity.targetBranch,
  };
}

/** Returns the settings of the interface as every record of a queue shows them. */
export function readShownSettings(
  queue: Queue,
  { inheritedStatuses }: Pick<EmulatorOptions, "inheritedStatuses">,
): Required<QueueRecord> {
  return {
    ...queue.settings,
    state: readShownState(queue),
    requiredStatuses: queue.requiredStatuses ?? inheritedStatuses,
  };
}

/**
 * Writes a queue as `/getQueue` answers it: with the pull requests in it, first what has started, in the order in
 * which it merges, then what waits, in the order of its turn.
 */
export function toFullQueueAnswer(
  queue: Queue,
  options: Pick<EmulatorOptions, "inheritedStatuses" | "additionalSettings" | "testRunIds">,
): FullQueueAnswer {
  const enqueuedPullRequests = Array.from(listEnqueued(queue), (submission) =>
    toPullRequestItem(submission, options),
  );
  return { ...toQueueAnswer(queue, options), enqueuedPullRequests };
}

/** What the service does not have any more is not shown; what it did not have before is as on a new queue. */
function readAdditionalSettings(
  queue: Pick<Queue, "additionalSettings">,
  { additionalSettings }: Pick<EmulatorOptions, "additionalSettings">,
): { readonly [wireName: string]: JsonValue } {
  const entries = Object.entries(additionalSettings).map(([name, value]): [string, JsonValue] => {
    const stored = queue.additionalSettings?.get(name);
    return [name, stored === undefined ? value : stored];
  });
  return Object.fromEntries(entries);
}

/** Answers the state that a queue shows: the requested one, unless it is switching modes. */
export function readShownState(
  queue: Pick<Queue, "settings" | "isSwitchingModes" | "switchingReadsLeft">,
): QueueAnswer["state"] {
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  return isSwitching ? "switching_modes" : queue.settings.state;
}

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

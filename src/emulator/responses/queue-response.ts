import type { Queue } from "../../engine/engine-state";
import { listEnqueued } from "../../engine/list-enqueued";
import type { JsonValue } from "../../queue/additional-settings";
import type { QueueRecord } from "../../queue/settings";
import type { EmulatorOptions } from "../emulator-options";
import { type PullRequestItem, toPullRequestItem } from "./pull-request-fields";

/** A queue as `/updateQueue` returns it: the settings and the target branch. */
export type QueueResponse = Required<QueueRecord> & { readonly branch: string };

/** A queue as `/getQueue` returns it. */
export type FullQueueResponse = QueueResponse & { readonly enqueuedPullRequests: readonly PullRequestItem[] };

/** Makes the record of a queue (interface, section "Queue") without its pull requests. */
export function toQueueResponse(
  queue: Queue,
  options: Pick<EmulatorOptions, "inheritedStatuses" | "additionalSettings">,
): QueueResponse {
  return {
    ...readAdditionalSettings(queue, options),
    ...readShownSettings(queue, options),
    branch: queue.identity.targetBranch,
  };
}

/** Returns the settings as every record of a queue shows them. */
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

/** Makes the record of `/getQueue`: with started pull requests in merge order, then waiting ones in turn order. */
export function toFullQueueResponse(
  queue: Queue,
  options: Pick<EmulatorOptions, "inheritedStatuses" | "additionalSettings" | "testRunIds">,
): FullQueueResponse {
  const enqueuedPullRequests = Array.from(listEnqueued(queue), (submission) =>
    toPullRequestItem(submission, options),
  );
  return { ...toQueueResponse(queue, options), enqueuedPullRequests };
}

/** Omits settings that are no longer configured; new ones have the value of a new queue. */
function readAdditionalSettings(
  queue: Pick<Queue, "additionalSettings">,
  { additionalSettings }: Pick<EmulatorOptions, "additionalSettings">,
): { readonly [wireName: string]: JsonValue } {
  const entries = Object.entries(additionalSettings).map(([name, value]): [string, JsonValue] => {
    const stored = queue.additionalSettings.get(name);
    return [name, stored === undefined ? value : stored];
  });
  return Object.fromEntries(entries);
}

/** Returns the state that a queue shows: the requested one, unless it is switching modes. */
export function readShownState(
  queue: Pick<Queue, "settings" | "isSwitchingModes" | "switchingReadsLeft">,
): QueueResponse["state"] {
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  return isSwitching ? "switching_modes" : queue.settings.state;
}

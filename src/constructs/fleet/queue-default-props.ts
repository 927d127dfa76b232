import { isBatchingSetting } from "../../queue/batching-settings";
import { SETTING_NAMES } from "../../queue/settings";
import type { MergeQueueProps, MergeQueueSettings } from "../queue/merge-queue-props";

/**
 * What may be said once for many queues: every setting, and what goes with a queue's life. Which queue it is
 * (`repo`, `targetBranch`) and Terraform's meta-arguments are each queue's own.
 */
export type QueueDefaultProps = MergeQueueSettings &
  Pick<MergeQueueProps, "deletionPolicy" | "onExisting" | "additionalSettings" | "timeouts">;

/** Name of a prop that may have a default. */
export type QueueDefaultName = keyof QueueDefaultProps;

const LIFE_PROPS = [
  "deletionPolicy",
  "onExisting",
  "additionalSettings",
  "timeouts",
] as const satisfies readonly QueueDefaultName[];

/** The names of all props that may have a default. */
export const DEFAULT_NAMES: ReadonlySet<string> = new Set([
  ...SETTING_NAMES.filter((name) => !isBatchingSetting(name)),
  "batching",
  ...LIFE_PROPS,
]);

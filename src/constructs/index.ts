export type { Repository } from "../queue/queue-identity";
export { MergeQueue } from "./merge-queue";
export type {
  MergeQueueBatching,
  MergeQueueMetaArguments,
  MergeQueueProps,
  MergeQueueSettings,
  MergeQueueTimeouts,
} from "./merge-queue-props";
export { MergeQueueProvider } from "./merge-queue-provider";
export type { MergeQueueProviderProps } from "./merge-queue-provider-props";

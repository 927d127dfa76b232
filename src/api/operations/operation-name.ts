/** Name of an operation: the last part of the interface's path. */
export type OperationName =
  | "createQueue"
  | "getQueue"
  | "updateQueue"
  | "deleteQueue"
  | "submitPullRequest"
  | "cancelPullRequest"
  | "restartTestsOnPullRequest"
  | "getSubmittedPullRequest"
  | "listPullRequests"
  | "getMergeQueueTestingDetails"
  | "setImpactedTargets"
  | "getMergeQueueMetrics"
  | "trackEvents";

import type { QueueIdentity } from "../../queue/queue-identity";
import { makeWrite, type Operation } from "../operation";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "./pull-request-schema";
import { toQueueRequestSchema } from "./request-schema";

/** Body of `/restartTestsOnPullRequest`. */
export type RestartTestsOnPullRequestRequest = QueueIdentity & {
  /** The pull request's number: an integer from 0 to 4294967295. */
  readonly pr: { readonly number: number };
};

/** Restarts the tests of a pull request in a queue. A repeated request restarts the tests again. */
export const RESTART_TESTS_ON_PULL_REQUEST: Operation<RestartTestsOnPullRequestRequest> = {
  ...makeWrite("restartTestsOnPullRequest"),
  activity: "Restarting the tests of a pull request in the queue",
  requestSchema: toQueueRequestSchema(() => ({ pr: PULL_REQUEST_REFERENCE_SCHEMA })),
};

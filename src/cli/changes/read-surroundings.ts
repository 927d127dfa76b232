import type { CallOptions } from "../../api/api-client";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { isInQueue } from "../../api/resolve/resolve-submit";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { Connection } from "../connection/connect";
import type { PullRequestSurroundings } from "../print/explain-pull-request";
import { tryGetTestRunId } from "../print/print-pull-request";

/** Reads what explains the state of a pull request. What cannot be read is left out. */
export async function readSurroundings(
  { api }: Pick<Connection, "api">,
  identity: QueueIdentity,
  pullRequest: SubmittedPullRequest,
  options: CallOptions,
): Promise<PullRequestSurroundings> {
  const reference = toQueueReference(identity);
  const testRunId = tryGetTestRunId(pullRequest);
  const [queue, run] = await Promise.all([
    isInQueue(pullRequest) ? orUndefined(api.call("getQueue", reference, options)) : undefined,
    testRunId === undefined
      ? undefined
      : orUndefined(api.call("getMergeQueueTestingDetails", { ...reference, testRunId }, options)),
  ]);
  return { queue, run };
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMergeQueueError(error) && error.code !== "interrupted") return undefined;
    throw error;
  }
}

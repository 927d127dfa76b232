import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { followPullRequest } from "../changes/follow-pull-request";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { type ShowOptions, WAIT_TIMEOUT } from "../connection/connection-options";

/** Waits until a pull request has left a queue. */
export async function waitForPullRequest(
  session: CommandSession,
  queue: QueueIdentity,
  number: number,
  options: ShowOptions,
): Promise<void> {
  const connection = await connect(session, options, WAIT_TIMEOUT.ms);
  const reference = { ...toQueueReference(queue), pr: { number } };
  await followPullRequest(session, connection, { reference, timeoutMs: connection.timeoutMs }, options);
}

import { toWireShape } from "../../api/additional-fields";
import type { PullRequestSelector } from "../../api/pull-request";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { readSurroundings } from "../changes/read-surroundings";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { printJson } from "../print/print-json";
import { printPullRequest } from "../print/print-pull-request";
import { createView } from "../print/view";

/** What the command line says. */
export interface GetOptions extends ShowOptions {
  readonly branch?: string;
}

/** Shows one pull request of a queue. */
export async function showPullRequest(
  session: CommandSession,
  queue: QueueIdentity,
  pr: PullRequestSelector,
  options: GetOptions,
): Promise<void> {
  const connection = await connect(session, options, READ_TIMEOUT.ms);
  const { api, startCall } = connection;
  const request = { ...toQueueReference(queue), pr };
  const pullRequest = await api.call("getSubmittedPullRequest", request, startCall());
  if (options.json === true) {
    session.write(printJson(toWireShape(pullRequest)));
    return;
  }
  const around = await readSurroundings(connection, queue, pullRequest, { ...startCall(), maxAttempts: 1 });
  session.write(printPullRequest(formatQueueId(queue), pullRequest, createView(session.context), around));
}

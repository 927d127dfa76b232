import type { Command } from "commander";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeUnlisted } from "../../reconcile/describe-pull-requests";
import { toLiveQueue, toQueueReference, withNotReady } from "../../reconcile/read-queue";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect, writeWarnings } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { writeResult } from "../print/create-view";
import { printQueue } from "../print/print-queue";

const EXAMPLES = `
Examples:
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue queue get github.com/acme/web/main --json | jq -r .state`;

export function defineQueueGet(command: Command, session: CommandSession): void {
  addQueueArgument(command).description(
    "Shows a queue: its state, the pull requests in it, its settings, and fields that only newer services have.",
  );
  addExamples(addReadingOptions(command), EXAMPLES).action(
    async (queue: QueueIdentity, options: ShowOptions) => {
      const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
      const response = await api.call("getQueue", toQueueReference(queue), startCall());
      const live = await withNotReady({ api, queue, ...startCall() }, toLiveQueue(response));
      const { pullRequests: enqueuedPullRequests, notReadyProblem } = live;
      if (notReadyProblem !== undefined) {
        writeWarnings(session.context, [describeUnlisted(queue, notReadyProblem)]);
      }
      const document = enqueuedPullRequests === undefined ? response : { ...response, enqueuedPullRequests };
      writeResult(session, options, document, (view) => printQueue(formatQueueId(queue), live, view));
    },
  );
}

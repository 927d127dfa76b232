import type { Command } from "commander";
import { toWireShape } from "../../api/additional-fields";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { printJson } from "../../report/print-json";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { printQueue } from "../print/print-queue";

const EXAMPLES = `
Examples:
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue queue get github.com/acme/web/main --json | jq -r .state
${EXIT_HELP}`;

/** Defines `queue get`, which shows a queue. */
export function defineQueueGet(command: Command, session: CommandSession): void {
  addQueueArgument(command).description(
    "Shows a queue: its state, the pull requests in it, its settings, and fields that only newer services have.",
  );
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: ShowOptions) => {
      const { api, reconciler, startCall, taskOptions } = await connect(session, options, READ_TIMEOUT.ms);
      if (options.json === true) {
        const response = await api.call("getQueue", toQueueReference(queue), startCall());
        session.write(printJson(toWireShape(response)));
      } else {
        const live = await reconciler.read(queue, taskOptions);
        session.write(printQueue(formatQueueId(queue), live, createView(session.context)));
      }
    });
}

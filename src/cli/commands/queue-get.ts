import type { Command } from "commander";
import { toWireShape } from "../../api/additional-fields";
import { formatQueueId, parseQueueId } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { ShowOptions } from "../change-options";
import { addJsonOption, EXIT_HELP, READ_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { printJson } from "../print/print-json";
import { printQueue } from "../print/print-queue";
import { createView } from "../print/view";

const EXAMPLES = `
Examples:
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue queue get github.com/acme/web/main --json | jq -r .state
${EXIT_HELP}`;

/** Adds `get` to `queue`, which shows a queue's state, the pull requests in it and its settings. */
export function addQueueGetCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("get")
    .summary("show a queue: its state, pull requests and settings")
    .description(
      "Shows a queue: its state, the pull requests in it, its settings, and what a newer service tells beyond that.",
    )
    .argument("<queue>", "the queue's id, host/owner/name/branch");
  addConnectionOptions(addJsonOption(command), READ_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, options: ShowOptions) => {
      await getQueue(session, id, options);
    });
}

async function getQueue(session: CommandSession, id: string, options: ShowOptions): Promise<void> {
  const queue = parseQueueId(id);
  const { api, reconciler, startCall, taskOptions } = await connect(session, options, READ_TIMEOUT.ms);
  if (options.json === true) {
    const answer = await api.call("getQueue", toQueueReference(queue), startCall());
    session.writeDocument(printJson(toWireShape(answer)));
    return;
  }
  const live = await reconciler.read(queue, taskOptions);
  session.context.writeOut(printQueue(formatQueueId(queue), live, createView(session.context)));
}

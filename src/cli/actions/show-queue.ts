import { toWireShape } from "../../api/additional-fields";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { printJson } from "../print/print-json";
import { printQueue } from "../print/print-queue";
import { createView } from "../print/view";

/** Shows a queue. */
export async function showQueue(
  session: CommandSession,
  queue: QueueIdentity,
  options: ShowOptions,
): Promise<void> {
  const { api, reconciler, startCall, taskOptions } = await connect(session, options, READ_TIMEOUT.ms);
  if (options.json === true) {
    const response = await api.call("getQueue", toQueueReference(queue), startCall());
    session.write(printJson(toWireShape(response)));
  } else {
    const live = await reconciler.read(queue, taskOptions);
    session.write(printQueue(formatQueueId(queue), live, createView(session.context)));
  }
}

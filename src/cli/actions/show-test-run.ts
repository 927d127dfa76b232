import { toWireShape } from "../../api/additional-fields";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { printJson } from "../print/print-json";
import { printTestRun } from "../print/print-test-run";
import { createView } from "../print/view";

/** Shows a test run. */
export async function showTestRun(
  session: CommandSession,
  queue: QueueIdentity,
  testRunId: string,
  options: ShowOptions,
): Promise<void> {
  const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
  const request = { ...toQueueReference(queue), testRunId };
  const run = await api.call("getMergeQueueTestingDetails", request, startCall());
  session.write(
    options.json === true
      ? printJson(toWireShape(run))
      : printTestRun(testRunId, run, createView(session.context)),
  );
}

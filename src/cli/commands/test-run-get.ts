import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { writeResult } from "../print/create-view";
import { printTestRun } from "../print/print-test-run";

const EXAMPLES = `
Examples:
  $ mergequeue test-run get github.com/acme/web/main \\
      5f0c8d3e-7a52-4c1f-9d67-0b1f6f3a2c11`;

export function defineTestRunGet(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description(
      "Shows a test run of a queue: its status, the pull requests that it tests, and the reported checks.",
    )
    .argument("<run>", "the test run's id");
  addExamples(addReadingOptions(command), EXAMPLES).action(
    async (queue: QueueIdentity, testRunId: string, options: ShowOptions) => {
      const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
      const request = { ...toQueueReference(queue), testRunId };
      const run = await api.call("getMergeQueueTestingDetails", request, startCall());
      writeResult(session, options, run, (view) => printTestRun(testRunId, run, view));
    },
  );
}

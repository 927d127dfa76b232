import type { Command } from "commander";
import type { QueueIdentity } from "../../../queue/queue-identity";
import type { FromMetricsOptions } from "../../actions/workload/estimate-from-metrics";
import { addConnectionOptions, addQueueArgument, EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { READ_TIMEOUT } from "../../connection/connection-options";
import { parseNonEmpty } from "../../parse-arguments";
import { addWorkloadOutputOptions, refuseContradiction } from "../../workload/workload-options";

const EXAMPLES = `
The metrics of a queue are about the last hour. Run the command every hour, for
example as a job of CI: it appends them to the file of snapshots, and estimates
test durations once there are enough, after some two weeks. It needs no process
that watches the queue; workload record and workload import are more exact.

Examples:
  $ mergequeue workload from-metrics github.com/acme/web/main \\
      --snapshots web-main.jsonl --add-to workload.json
${EXIT_HELP}`;

/** Adds `from-metrics` to `workload`, which estimates test durations from the metrics of a queue. */
export function addWorkloadFromMetricsCommand(parent: Command, session: CommandSession): void {
  const command = addQueueArgument(parent.command("from-metrics"))
    .summary("estimate test durations from the metrics of a queue")
    .description("Estimates how long tests take from the histograms that the service publishes of a queue.")
    .requiredOption(
      "--snapshots <file>",
      "append the metrics of the last hour to this file",
      parseNonEmpty("a file"),
    );
  addConnectionOptions(addWorkloadOutputOptions(command), READ_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: FromMetricsOptions) => {
      refuseContradiction(command, options);
      const { estimateFromMetrics } = await import("../../actions/workload/estimate-from-metrics");
      await estimateFromMetrics(session, queue, options);
    });
}

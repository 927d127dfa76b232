import type { Command } from "commander";
import { parseMetrics } from "../../api/metrics/parse-metrics";
import { parseRepository } from "../../queue/queue-identity";
import { escapeControl } from "../../text/escape-control";
import { addReadingOptions, EXIT_HELP, READ_TIMEOUT, type ShowOptions } from "../command-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { printJson } from "../print/print-json";
import { printMetrics, toJsonMetrics } from "../print/print-metrics";
import { createView } from "../print/view";

interface MetricsOptions extends ShowOptions {
  readonly raw?: boolean;
}

const EXAMPLES = `
Examples:
  $ mergequeue metrics
  $ mergequeue metrics github.com/acme/web
  $ mergequeue metrics --raw > /var/lib/node_exporter/mergequeue.prom
${EXIT_HELP}`;

/** Adds `metrics`, which shows the metrics of queues. */
export function addMetricsCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("metrics")
    .summary("show the metrics of queues")
    .description("Shows the metrics of the queues of one repository, or of the whole organization.")
    .argument("[repository]", "host/owner/name; by default all repositories")
    .option("--raw", "print the Prometheus text as the service sends it");
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (repository: string | undefined, options: MetricsOptions) => {
      if (options.raw === true && options.json === true) command.error("Choose one of --raw and --json.");
      await showMetrics(session, repository, options);
    });
}

async function showMetrics(
  session: CommandSession,
  repository: string | undefined,
  options: MetricsOptions,
): Promise<void> {
  const { context, write } = session;
  const repo = repository === undefined ? undefined : parseRepository(repository);
  const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
  const request = repo === undefined ? {} : { repo: `${repo.owner}/${repo.name}`, repoHost: repo.host };
  const text = await api.call("getMergeQueueMetrics", request, startCall());
  if (options.raw === true) {
    // A file gets the bytes of the service; on a terminal they are escaped.
    write(context.terminal.isOut ? escapeControl(text) : { document: text });
    return;
  }
  const families = parseMetrics(text);
  write(
    options.json === true
      ? printJson({ metrics: toJsonMetrics(families) })
      : printMetrics(families, createView(context), repository),
  );
}

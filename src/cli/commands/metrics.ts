import type { Command } from "commander";
import type { MetricsOptions } from "../actions/show-metrics";
import { addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";

const EXAMPLES = `
Examples:
  $ mergequeue metrics
  $ mergequeue metrics github.com/acme/web
  $ mergequeue metrics --all
  $ mergequeue metrics --raw > /var/lib/node_exporter/mergequeue.prom
${EXIT_HELP}`;

/** Adds `metrics`, which shows the metrics of queues. */
export function addMetricsCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("metrics")
    .summary("show the metrics of queues")
    .description(
      "Shows the queues of one repository, or of the whole organization: what is in them now, and what happened in " +
        "the last hour. If the service does not have the metrics mq_* for this, shows all that it has.",
    )
    .argument("[repository]", "host/owner/name; by default all repositories")
    .option("--all", "show every metric, in a table for each")
    .option("--raw", "print the Prometheus text as the service sends it");
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (repository: string | undefined, options: MetricsOptions) => {
      const chosen = (["all", "raw", "json"] as const).filter((name) => options[name] === true);
      if (chosen.length > 1)
        command.error(`Choose one of ${chosen.map((name) => `--${name}`).join(" and ")}.`);
      const { showMetrics } = await import("../actions/show-metrics");
      await showMetrics(session, repository, options);
    });
}

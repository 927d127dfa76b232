import type { Command } from "commander";
import { parseMetrics } from "../../api/parse-metrics";
import { readQueueMetrics } from "../../api/read-queue-metrics";
import { parseRepository } from "../../queue/parse-queue-id";
import { printJson } from "../../report/print-json";
import { escapeControl } from "../../text/escape-control";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { findHosts, printMetrics, printQueueMetrics, toJsonMetrics } from "../print/print-metrics";

const EXAMPLES = `
Examples:
  $ mergequeue metrics
  $ mergequeue metrics github.com/acme/web
  $ mergequeue metrics --all
  $ mergequeue metrics --raw > /var/lib/node_exporter/mergequeue.prom`;

export function defineMetrics(command: Command, session: CommandSession): void {
  command
    .description(
      "Shows the queues of one repository or of the whole organization, now and in the last hour. If the service has " +
        "no mq_* metrics, shows all its metrics instead.",
    )
    .argument("[repository]", "host/owner/name (default: all repositories)")
    .option("--all", "show every metric, each in its own table")
    .option("--raw", "print the Prometheus text as the service sends it");
  addExamples(addReadingOptions(command), EXAMPLES).action(
    async (repository: string | undefined, options: ShowOptions & { raw?: boolean; all?: boolean }) => {
      const chosen = ["all", "raw", "json"].filter((name) => options[name] === true);
      const flags = chosen.map((name) => `--${name}`);
      if (flags.length > 1) command.error(`Choose one of ${flags.join(" and ")}.`);
      const { context, write } = session;
      const repo = repository === undefined ? undefined : parseRepository(repository);
      const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
      const name = repo === undefined ? "" : `${repo.owner}/${repo.name}`;
      const request = repo === undefined ? {} : { repo: name, repoHost: repo.host };
      const text = await api.call("getMergeQueueMetrics", request, startCall());
      if (options.raw === true) {
        // A file gets the bytes of the service; on a terminal they are escaped.
        write(context.terminal.isOut ? escapeControl(text) : { document: text });
        return;
      }
      const families = parseMetrics(text);
      const queues = readQueueMetrics(families);
      if (options.json === true) {
        write(printJson(toJsonMetrics(queues, families)));
        return;
      }
      const view = createView(context);
      const showsAll = options.all === true || queues.length === 0;
      const hosts = repo === undefined ? findHosts(families) : new Map([[name, repo.host]]);
      write(showsAll ? printMetrics(families, view, repository) : printQueueMetrics(queues, view, hosts));
    },
  );
}

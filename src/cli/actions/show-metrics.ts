import { parseMetrics } from "../../api/metrics/parse-metrics";
import { readQueueMetrics } from "../../api/metrics/read-queue-metrics";
import { parseRepository } from "../../queue/queue-identity";
import { escapeControl } from "../../text/escape-control";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { printJson } from "../print/print-json";
import { printMetrics, toJsonMetrics } from "../print/print-metrics";
import { printQueueMetrics, toJsonQueueMetrics } from "../print/print-queue-metrics";
import { createView } from "../print/view";

/** What the command line says. */
export interface MetricsOptions extends ShowOptions {
  readonly raw?: boolean;
  readonly all?: boolean;
}

/** Shows the metrics of queues. */
export async function showMetrics(
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
  const queues = readQueueMetrics(families);
  if (options.json === true) {
    write(printJson({ queues: toJsonQueueMetrics(queues), metrics: toJsonMetrics(families) }));
    return;
  }
  const view = createView(context);
  const showsAll = options.all === true || queues.length === 0;
  write(showsAll ? printMetrics(families, view, repository) : printQueueMetrics(queues, view));
}

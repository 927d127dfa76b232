import type { Plan, PlannedQueue } from "../plan/plan";
import { printJson } from "./print-json";
import type { QueueForecast } from "./queue-forecast";
import { type ReportOptions, toLink, toTitle } from "./report-options";

/** Writes a plan in the format of docs/reports.md. The document has every key; unknown values are null. */
export function printReportJson(plan: Plan, options: ReportOptions = {}): string {
  const { document } = printJson({
    format: "mergequeue-report",
    // It increases when an existing key changes its meaning or is removed.
    version: 1,
    title: toTitle(options),
    link: toLink(options) ?? null,
    mode: plan.mode,
    digest: plan.digest ?? null,
    counts: plan.counts,
    warnings: plan.warnings,
    stop: options.stop ?? null,
    queues: plan.queues.map((queue) => toQueue(queue, options.forecasts?.get(queue))),
  });
  return document;
}

function toQueue(queue: PlannedQueue, forecast: QueueForecast | undefined): object {
  const { repo, targetBranch } = queue.identity;
  return {
    id: queue.id,
    repo: { host: repo.host, owner: repo.owner, name: repo.name },
    targetBranch,
    address: queue.address ?? null,
    stack: queue.stack ?? null,
    origin: queue.origin ?? null,
    action: queue.action,
    isImported: queue.isImported,
    changes: queue.changes.map(({ name, kind, now, then }) => ({ name, kind, now, then })),
    settings: queue.settings,
    protection: queue.protection.map(({ name, kind, message }) => ({ name, kind, message })),
    warnings: queue.warnings.map(({ summary, detail }) => ({ summary, detail })),
    pullRequests:
      queue.pullRequests?.map(({ prNumber: number, prTitle = null, prAuthor = null, state = null }) => {
        return { number, title: prTitle, author: prAuthor, state };
      }) ?? null,
    forecast: forecast === undefined ? null : toForecast(forecast),
  };
}

function toForecast(queue: QueueForecast): object {
  const unmet = queue.unmet.map(({ text }) => text);
  return queue.kind === "none"
    ? { result: null, problem: queue.reason, unmet }
    : { result: queue.forecast, problem: null, unmet };
}

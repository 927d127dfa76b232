import { countQueues } from "../../reconcile/plan/fleet-failures";
import type { FleetPlan, PlannedQueue } from "../../reconcile/plan/fleet-plan";
import { changesQueue } from "../../reconcile/plan/fleet-plan";
import { describeCounts } from "../report/describe-counts";
import { printPlannedQueue } from "./print-planned-queue";
import { toCell } from "./to-cell";
import type { View } from "./view";
import { wrapText } from "./wrap-text";

/**
 * Writes a plan for people, as Terraform does: each queue that changes, setting by setting, then warnings, then the counts.
 * Queues without changes are only counted.
 */
export function printPlan(plan: FleetPlan, view: View): string {
  const changed = plan.queues.filter(changesQueue);
  return [
    ...printQueues(changed, view),
    printWarnings(plan, view),
    wrapText(changed.length === 0 ? describeNoChange(plan) : describeChange(plan), "", view.columns),
    changed.length > 0 && isOurs(plan) && plan.mode === "apply"
      ? wrapText("Queues that are not declared here are not touched.", "", view.columns)
      : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function printQueues(queues: readonly PlannedQueue[], view: View): string[] {
  let origin: string | undefined;
  return queues.map((queue) => {
    const isFirst = queue.origin !== origin;
    ({ origin } = queue);
    const heading = isFirst && origin !== undefined ? `Queues at ${toCell(origin)}:\n\n` : "";
    return `${heading}${printPlannedQueue(queue, view)}`;
  });
}

function printWarnings({ queues, warnings }: FleetPlan, view: View): string {
  const title = view.paint("busy", "Warning:");
  const general = warnings.map((warning) => wrapText(warning, "         ", view.columns, `${title} `));
  const single = queues.flatMap((queue) =>
    queue.warnings.map(
      ({ summary, detail }) => `${title} ${toCell(summary)}\n\n${wrapText(detail, "  ", view.columns)}`,
    ),
  );
  return [...single, ...general].join("\n");
}

function describeChange(plan: FleetPlan): string {
  const { none } = plan.counts;
  const weaker = plan.queues.filter(({ protection }) => protection.length > 0).length;
  return [
    `Plan: ${describeCounts(plan, "destroy")}.`,
    ...(none === 0 ? [] : [` ${countQueues(none)} without changes.`]),
    ...(weaker === 0
      ? []
      : [`\nMerge protection of ${countQueues(weaker)} changes: see the lines that begin with "!".`]),
  ].join("");
}

function describeNoChange({ mode, queues }: FleetPlan): string {
  if (queues.length === 0) return "No changes. No queue is declared.";
  const what = queues.length === 1 ? "The queue" : `All ${queues.length} queues`;
  const is = queues.length === 1 ? "is" : "are";
  return mode === "destroy"
    ? `No changes. ${what} ${is} already gone.`
    : `No changes. ${what} ${is} as declared.`;
}

function isOurs({ digest }: FleetPlan): boolean {
  return digest !== undefined;
}

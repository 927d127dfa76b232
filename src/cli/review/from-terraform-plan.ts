import { createPlanCounts } from "../../reconcile/plan/create-plan";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import { sortQueues } from "../../reconcile/plan/sort-queues";
import { describeChange } from "../report/describe-change";
import { listResourceChanges } from "./list-resource-changes";
import { readResourceChange } from "./read-resource-change";
import { toSides } from "./resource-sides";
import { createReviewError, getField, listElements, tryToText } from "./terraform-json";

const QUEUE_TYPE = "mergequeue_queue";

/** How many queues a warning names. */
const MAX_NAMED = 10;

/**
 * Reads the queues of a plan that Terraform or OpenTofu have written with `show -json`, of whatever module. Other
 * resources and data sources are left out. What the plan marks as sensitive is not in the result; nothing is asked of
 * any service, so that what is in a queue is not known.
 * @param document - the parsed JSON
 * @throws MergeQueueError `invalid_plan` if it is none, saying what it is instead where that can be told
 */
export function readTerraformPlan(document: unknown): FleetPlan {
  requirePlan(document);
  const queues = sortQueues(
    listQueues(document, "resource_changes").map((resource) => readResourceChange(document, resource)),
  );
  return {
    mode: "apply",
    queues,
    counts: createPlanCounts(queues),
    digest: undefined,
    warnings: listWarnings(document),
  };
}

function requirePlan(document: unknown): void {
  const version = tryToText(getField(document, "format_version"));
  const isPlan = ["planned_values", "resource_changes", "configuration"].some(
    (name) => getField(document, name) !== undefined,
  );
  if (version !== undefined && isPlan) {
    if (/^1\.\d+$/.test(version)) return;
    throw createReviewError(
      `it has the format_version ${JSON.stringify(version)}, and this version of mergequeue reads 1.x`,
    );
  }
  const isState = version !== undefined || getField(document, "lineage") !== undefined;
  throw createReviewError(isState ? "it is a state, not a plan" : "it is another document");
}

function listQueues(document: unknown, field: string): readonly unknown[] {
  return listElements(getField(document, field)).filter(
    (resource) => getField(resource, "type") === QUEUE_TYPE && getField(resource, "mode") === "managed",
  );
}

function listWarnings(document: unknown): string[] {
  const warnings: string[] = [];
  if (getField(document, "errored") === true) {
    warnings.push("The plan ended with an error: it may lack queues, and cannot be applied.");
  } else if (getField(document, "complete") === false) {
    warnings.push("The plan is not complete: changes are left out, by -target for example.");
  }
  const deferred = listElements(getField(document, "deferred_changes")).filter(
    (each) => getField(each, "resource_change", "type") === QUEUE_TYPE,
  );
  if (deferred.length > 0) {
    warnings.push(
      `${deferred.length === 1 ? "1 queue has" : `${deferred.length} queues have`} changes that are put off to a later plan, and are not shown.`,
    );
  }
  const drifted = listQueues(document, "resource_drift").map(describeDrift);
  if (drifted.length > 0) {
    const more = drifted.length > MAX_NAMED ? ` and ${drifted.length - MAX_NAMED} more` : "";
    warnings.push(
      `Changed or deleted outside of Terraform since its last run: ${drifted.slice(0, MAX_NAMED).join(", ")}${more}.`,
    );
  }
  return warnings;
}

/** Says what has become of a queue since Terraform last saw it: its address, and each setting that differs. */
function describeDrift(resource: unknown): string {
  const change = getField(resource, "change");
  const { before, after } = toSides(change);
  const isDeleted = listElements(getField(change, "actions")).includes("delete");
  const changes = listResourceChanges("update", before, after, undefined).map(describeChange);
  const what = isDeleted ? "deleted" : changes.join("; ");
  const address = String(getField(resource, "address"));
  return what === "" ? address : `${address} (${what})`;
}

import { compareQueues, createPlanCounts } from "../../plan/create-plan";
import { fromPlanDocument } from "../../plan/from-plan-document";
import type { Plan, PlannedQueue } from "../../plan/plan";
import { PLAN_FORMAT } from "../../plan/to-plan-document";
import { PROVIDER_TYPE } from "../../product";
import { formatQueueId } from "../../queue/queue-identity";
import { QUEUE_TYPE } from "../../queue/vocabulary";
import type { QueueWarning } from "../../reconcile/advise-deletion";
import { describeChange } from "../../report/describe-value";
import { joinFirst } from "../../text/join-first";
import { type InputContext, nameFileInError, readInputFile } from "../files/read-input-file";
import { listResourceChanges } from "./list-resource-changes";
import { readIdentity, readResourceChange } from "./read-resource-change";
import { createReviewError, getJsonField, listJsonElements, toSides, tryToText } from "./terraform-json";

/** Maximum size of a plan, enough for tens of thousands of resources. */
const MAX_PLAN_BYTES = 512 * 1024 * 1024;

/** The beginning of a message of `terraform plan -json`, which prints one message per line. */
const MESSAGE = /^\s*\{\s*"@level"\s*:/;

/** Lines that the wrapper of the action setup-terraform prints before and after a command's output. */
const WRAPPER_LINES = /^(?:\[command\]|::[a-z-]+(?: [^:\n]*)?::).*$/gm;

/** Reads a plan's file, or standard input for `-`. @throws MergeQueueError `invalid_plan` */
export async function readPlanFile(context: InputContext, file: string): Promise<Plan> {
  const advice = "Convert a plan file of Terraform to JSON first: terraform show -json PLANFILE.";
  const kind = { what: "The plan", code: "invalid_plan", maxBytes: MAX_PLAN_BYTES, advice } as const;
  const text = await readInputFile(context, file, kind);
  return nameFileInError(file, () => readReviewedPlan(text));
}

/**
 * Reads a plan of mergequeue, or one that Terraform writes with `show -json`. Messages of `plan -json` may
 * precede Terraform's plan. Their warnings are added to the plan.
 */
export function readReviewedPlan(given: string): Plan {
  const text = given.replace(WRAPPER_LINES, "").trim();
  if (text === "") throw createReviewError("it is empty; the command that writes it has probably failed");
  const hasMessages = MESSAGE.test(text);
  const lines = hasMessages ? text.split("\n") : [];
  let document: unknown;
  let messages: readonly unknown[];
  try {
    messages = lines.filter((line) => MESSAGE.test(line)).map((line) => JSON.parse(line) as unknown);
    document = JSON.parse(hasMessages ? lines.filter((line) => !MESSAGE.test(line)).join("\n") : text);
  } catch (error) {
    throw createReviewError(
      hasMessages
        ? "it contains the messages of terraform plan -json, but no plan; also save the plan with -out=PLANFILE"
        : "it is not JSON, or is incomplete",
      error,
    );
  }
  const format = getJsonField(document, "format");
  if (format === PLAN_FORMAT) return fromPlanDocument(text).plan;
  if (format === "mergequeue-report") throw createReviewError("it is a report, not a plan");
  const plan = readTerraformPlan(document);
  return messages.length === 0
    ? plan
    : { ...plan, queues: plan.queues.map((queue) => addWarnings(queue, messages)) };
}

/** Adds the warnings of `plan -json`. Leaves out changes of merge protection that the plan already shows. */
function addWarnings(queue: PlannedQueue, messages: readonly unknown[]): PlannedQueue {
  const warnings = messages.flatMap((message): QueueWarning[] => {
    const [severity, address, summary, detail] = ["severity", "address", "summary", "detail"].map((name) =>
      tryToText(getJsonField(message, "diagnostic", name)),
    );
    const isKnown = queue.protection.some(({ message: known }) => detail?.endsWith(known));
    if (severity !== "warning" || address !== queue.address || summary === undefined || isKnown) return [];
    return [{ summary, detail: detail ?? "" }];
  });
  return { ...queue, warnings: [...queue.warnings, ...warnings] };
}

const MAX_NAMED = 10;

/** Reads a plan, but no sensitive values or pull requests. @throws MergeQueueError `invalid_plan` */
export function readTerraformPlan(document: unknown): Plan {
  requirePlan(document);
  const queues = listQueues(document, "resource_changes")
    .map((resource) => readResourceChange(document, resource))
    .sort(compareQueues);
  const counts = createPlanCounts(queues);
  return { mode: "apply", queues, counts, digest: undefined, warnings: listWarnings(document) };
}

function requirePlan(document: unknown): void {
  const version = tryToText(getJsonField(document, "format_version"));
  const isPlan = ["planned_values", "resource_changes", "configuration"].some(
    (name) => getJsonField(document, name) !== undefined,
  );
  if (version !== undefined && isPlan) {
    if (/^1\.\d+$/.test(version)) return;
    throw createReviewError(`its format_version is ${JSON.stringify(version)}, but mergequeue reads 1.x`);
  }
  const isState = version !== undefined || getJsonField(document, "lineage") !== undefined;
  throw createReviewError(isState ? "it is a state, not a plan" : "it is another kind of document");
}

function listQueues(document: unknown, field: string): readonly unknown[] {
  return listJsonElements(getJsonField(document, field)).filter(
    (resource) =>
      getJsonField(resource, "type") === QUEUE_TYPE && getJsonField(resource, "mode") === "managed",
  );
}

function listWarnings(document: unknown): string[] {
  const warnings: string[] = [];
  if (getJsonField(document, "errored") === true) {
    warnings.push("The plan ended with an error: queues may be missing, and the plan cannot be applied.");
  } else if (getJsonField(document, "complete") === false) {
    warnings.push("The plan is incomplete: changes are left out, for example by -target.");
  }
  const deferred = listJsonElements(getJsonField(document, "deferred_changes")).filter(
    (each) => getJsonField(each, "resource_change", "type") === QUEUE_TYPE,
  );
  if (deferred.length > 0) {
    const queues = deferred.length === 1 ? "1 queue has" : `${deferred.length} queues have`;
    warnings.push(`${queues} changes that are deferred to a later plan and not shown.`);
  }
  if (!hasState(document)) {
    warnings.push(
      "This plan has no earlier state. It cannot show queues and required statuses that are no longer declared. With a " +
        "state, an apply deletes such queues and releases such statuses. Unless this is the first apply, make the plan with the state.",
    );
  }
  warnings.push(...listActions(document));
  const drift = listQueues(document, "resource_drift").flatMap(describeDrift);
  if (drift.length > 0) {
    warnings.push(`Changed or deleted outside Terraform since its last run: ${joinFirst(drift, MAX_NAMED)}.`);
  }
  return warnings;
}

/** Tells whether a plan has an earlier state. Does not count resources that the plan itself imports. */
function hasState(document: unknown): boolean {
  const changes = listJsonElements(getJsonField(document, "resource_changes"));
  const isImported = (resource: unknown): boolean =>
    getJsonField(resource, "change", "importing") !== undefined;
  const imported = new Set(changes.filter(isImported).map((resource) => getJsonField(resource, "address")));
  const known = [
    ...changes,
    ...listJsonElements(getJsonField(document, "resource_drift")),
    ...listModule(getJsonField(document, "prior_state", "values", "root_module")),
  ];
  return known.some(
    (resource) =>
      getJsonField(resource, "mode") === "managed" &&
      !imported.has(getJsonField(resource, "address")) &&
      // In a state, a resource has values in place of a change.
      (getJsonField(resource, "change", "before") ?? getJsonField(resource, "values") ?? null) !== null,
  );
}

function listModule(module: unknown): unknown[] {
  const inner = listJsonElements(getJsonField(module, "child_modules")).flatMap(listModule);
  return [...listJsonElements(getJsonField(module, "resources")), ...inner];
}

function listActions(document: unknown): string[] {
  return listJsonElements(getJsonField(document, "action_invocations"))
    .filter((action) => tryToText(getJsonField(action, "type"))?.startsWith(`${PROVIDER_TYPE}_`) === true)
    .map((action) => {
      const trigger = getJsonField(action, "lifecycle_action_trigger");
      const resource = tryToText(getJsonField(trigger, "triggering_resource_address"));
      const event = tryToText(getJsonField(trigger, "action_trigger_event")) ?? "change";
      // Terraform writes "BeforeUpdate".
      const words = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
      const when = resource === undefined ? "" : ` (${words} of ${resource})`;
      return `The apply invokes ${String(getJsonField(action, "address"))} on ${readTarget(action)}${when}.`;
    });
}

function readTarget(action: unknown): string {
  const side = {
    values: getJsonField(action, "config_values"),
    sensitive: getJsonField(action, "config_sensitive"),
    unknown: getJsonField(action, "config_unknown"),
  };
  return `queue ${formatQueueId(readIdentity(side, String(getJsonField(action, "address"))))}`;
}

function describeDrift(resource: unknown): string[] {
  const change = getJsonField(resource, "change");
  const isDeleted = listJsonElements(getJsonField(change, "actions")).includes("delete");
  const drift = { ...toSides(change), action: "update", configured: undefined } as const;
  const changes = listResourceChanges(drift).map(describeChange);
  const what = isDeleted ? "deleted" : changes.join("; ");
  const address = String(getJsonField(resource, "address"));
  // A read has only added or removed the id: the queue is the same.
  const [before, after] = [change, change].map((side, at) =>
    getJsonField(side, at === 0 ? "before" : "after", "queue_id"),
  );
  if (what === "" && before !== after) return [];
  return [what === "" ? address : `${address} (${what})`];
}

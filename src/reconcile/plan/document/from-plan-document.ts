import { isDeeperThan, MAX_JSON_DEPTH } from "../../../api/schemas/is-deeper-than";
import type { Reconciler } from "../../reconciler";
import { createPlan } from "../create-plan";
import type { ConnectionArguments, FleetPlace } from "../fleet-member";
import type { PreparedPlan, SavedPlan } from "../fleet-plan";
import type { FieldPath } from "./plan-fields";
import { createFieldError, createPlanError, readFields, readList, readText, readWord } from "./plan-fields";
import type { SavedConnection } from "./read-saved-task";
import { readSavedTask } from "./read-saved-task";
import { createChecksum, PLAN_FORMAT, PLAN_VERSION, TOKEN_ARGUMENT } from "./to-plan-document";

/**
 * Reads a plan from the text of a file with a `PlanDocument`. Makes the plan again from its inputs, so that what is shown
 * is what is applied.
 * @throws MergeQueueError `invalid_plan` naming what is wrong
 */
export function fromPlanDocument(text: string): SavedPlan {
  const fields = readFields(parse(text), ["the document"]);
  requireFormat(fields);
  if (fields.get("checksum") !== createChecksum(Object.fromEntries(fields))) {
    throw createPlanError("it was changed after it was written, or is damaged; make a new plan");
  }
  const mode = readWord(fields.get("mode"), ["mode"], ["apply", "destroy"]);
  const connections = readList(fields.get("connections"), ["connections"], readConnection);
  const saved = createPlan(
    mode,
    readList(fields.get("queues"), ["queues"], (raw, path) => readSavedTask(mode, connections, raw, path)),
  );
  if (saved.plan.digest === fields.get("digest")) return saved;
  throw createPlanError(
    "this version of mergequeue would do something else than the plan says; make a new plan",
  );
}

/**
 * Makes a plan that was read from a file applicable.
 * @param findReconciler - called once for each connection
 */
export function bindPlan(
  { plan, tasks }: SavedPlan,
  findReconciler: (place: Omit<FleetPlace, "queue">) => Reconciler,
): PreparedPlan {
  const known = new Map<ConnectionArguments, Reconciler>();
  return {
    plan,
    tasks: tasks.map((task) => {
      const reconciler = known.get(task.connection) ?? findReconciler(task);
      known.set(task.connection, reconciler);
      return { ...task, reconciler };
    }),
  };
}

/** Foreign JSON may have its full depth; the document around it adds a few levels. */
const MOST_LEVELS = MAX_JSON_DEPTH + 10;

function parse(text: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw createPlanError("it is not JSON, or is cut off", error);
  }
  if (isDeeperThan(document, MOST_LEVELS))
    throw createPlanError(`it is nested deeper than ${MOST_LEVELS} levels`);
  return document;
}

function requireFormat(fields: ReadonlyMap<string, unknown>): void {
  if (fields.get("format") !== PLAN_FORMAT) {
    throw createPlanError(
      `it has no "format": "${PLAN_FORMAT}". Pass a file that mergequeue plan --out wrote, or the directory of a stack`,
    );
  }
  if (fields.get("version") === PLAN_VERSION) return;
  throw createPlanError(
    `this version of mergequeue reads only version ${PLAN_VERSION} of the format; make a new plan`,
  );
}

function readConnection(raw: unknown, path: FieldPath): SavedConnection {
  const fields = readFields(raw, path);
  const given = readFields(fields.get("arguments"), [...path, "arguments"]);
  const connection = [...given].map(([name, value]) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (!isPlain || name === TOKEN_ARGUMENT) {
      throw createFieldError([...path, "arguments", name], "is not part of a saved plan");
    }
    return [name, value] as const;
  });
  return { origin: readText(fields.get("origin"), [...path, "origin"]), connection: new Map(connection) };
}

import { MergeQueueError } from "../queue/merge-queue-error";
import { isPlainObject } from "../text/is-plain-object";
import { isDeeperThan, MAX_JSON_DEPTH } from "../wire/bounded-list";
import { describeIssue, listProblems } from "../wire/describe-issue";
import { createPlan } from "./create-plan";
import { PLAN_SCHEMA } from "./document/plan-schema";
import { planTask } from "./find-planned-changes";
import type { ReachableService, SavedPlan, Service, Task } from "./plan";
import { adviseOnInheritance } from "./require-sendable";
import { createChecksum, PLAN_FORMAT, PLAN_VERSION } from "./to-plan-document";

/**
 * Reads a saved plan. Recreates the plan from its inputs, and refuses it if the digest differs. An apply
 * therefore sends what the plan showed. @throws MergeQueueError `invalid_plan`, which names the problem
 */
export function fromPlanDocument(text: string): SavedPlan<Task<Service>> {
  const document = parse(text);
  const checked = PLAN_SCHEMA.safeParse(document, { error: describeIssue });
  if (!checked.success) {
    const problems = listProblems(checked.error);
    throw createPlanError(problems.slice(0, 1).join("").replace(/\.$/, ""));
  }
  const { mode, connections, queues } = checked.data;
  const tasks = queues.map(({ connection: at, settings, additionalSettings, seen, ...queue }, index) => {
    const service = connections[at];
    if (service === undefined)
      throw createPlanError(`queues.${index}.connection: There is no such connection`);
    const place = { queue: { ...queue, wanted: { settings, additionalSettings } }, service };
    return planTask(mode, place, seen === null ? undefined : { pullRequests: undefined, ...seen });
  });
  const saved = createPlan(mode, tasks);
  if (saved.plan.digest === document["digest"]) return saved;
  throw createPlanError(
    "this version of mergequeue would do something different from the plan; make a new plan",
  );
}

/** Prepares a saved plan for an apply. Calls `reach` once for each service, to make it reachable. */
export function bindPlan(
  { plan, tasks }: SavedPlan<Task<Service>>,
  reach: (service: Service) => ReachableService,
): SavedPlan {
  const services = new Set(tasks.map(({ service }) => service));
  const reached = new Map(Array.from(services, (service) => [service, reach(service)]));
  const find = (service: Service): ReachableService => reached.get(service) as ReachableService;
  return adviseOnInheritance({
    plan,
    tasks: tasks.map((task) => ({ ...task, service: find(task.service) })),
  });
}

/** Maximum depth of a saved plan: {@link MAX_JSON_DEPTH} for foreign JSON, and a few levels around it. */
const MOST_LEVELS = MAX_JSON_DEPTH + 10;

function parse(text: string): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw createPlanError("it is not JSON, or is cut off", error);
  }
  if (isDeeperThan(document, MOST_LEVELS))
    throw createPlanError(`it is nested deeper than ${MOST_LEVELS} levels`);
  if (!isPlainObject(document) || document["format"] !== PLAN_FORMAT) {
    throw createPlanError(
      `it has no "format": "${PLAN_FORMAT}". Pass a file that mergequeue plan --out wrote, or the directory of a stack`,
    );
  }
  if (document["version"] !== PLAN_VERSION) {
    throw createPlanError(
      `this version of mergequeue reads only version ${PLAN_VERSION} of the format; make a new plan`,
    );
  }
  if (document["checksum"] === createChecksum(document)) return document;
  throw createPlanError("it was changed after it was written, or is damaged; make a new plan");
}

/** @param problem - a clause, such as `it is not JSON` */
function createPlanError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_plan", `Not a saved plan that can be used: ${problem}.`, {}, cause);
}

import { toAttributeName } from "../../queue/attribute-name";
import { findReplacementLosses, type ReplacementLoss } from "../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity, REPOSITORY_PARTS } from "../../queue/queue-identity";
import type { PlanAction, PlannedQueue } from "../../reconcile/plan/plan";
import { quote } from "../../text/quote";
import { listResourceChanges, readResourceProtection, toKnownSettings } from "./list-resource-changes";
import {
  createReviewError,
  getJsonField,
  getKnown,
  isSensitive,
  isUnknownInJson,
  listJsonElements,
  type ResourceSide,
  toSides,
  tryToText,
} from "./terraform-json";

/** Actions of Terraform and OpenTofu on a resource, joined in their order. */
const ACTIONS: ReadonlyMap<string, PlanAction> = new Map([
  ["no-op", "none"],
  ["read", "none"],
  ["create", "create"],
  ["update", "update"],
  ["delete", "delete"],
  ["delete,create", "replace"],
  ["create,delete", "replace"],
  ["forget", "forget"],
  // The previous queue is kept and no longer managed.
  ["create,forget", "create"],
  ["forget,create", "create"],
]);

/** Reads how a plan of Terraform changes one queue. @throws MergeQueueError `invalid_plan` */
export function readResourceChange(plan: unknown, resource: unknown): PlannedQueue {
  const address = readAddress(resource);
  const change = getJsonField(resource, "change");
  const { before, after } = toSides(change);
  const { action, isAbandoned } = readAction(change, before, address);
  const identity = readIdentity(action === "create" ? after : before, address);
  const id = formatQueueId(identity);
  const { names, origin } = tryFindConfiguration(plan, resource) ?? {};
  const seen = action === "create" ? { ...before, values: undefined } : before;
  const known = Object.entries(toKnownSettings(seen));
  return {
    id,
    identity,
    address,
    stack: undefined,
    origin,
    action,
    isImported: getJsonField(change, "importing") !== undefined,
    ...readChanges(action, seen, after, names, isAbandoned),
    settings: Object.fromEntries(known.filter(([name]) => !isSensitive(seen, toAttributeName(name)))),
    warnings: action === "replace" && isAbandoned ? [createForgottenWarning(id)] : [],
    pullRequests: undefined,
  };
}

/** @param configured - Terraform names of the arguments that are set; undefined if unknown */
function readChanges(
  action: PlanAction,
  before: ResourceSide,
  after: ResourceSide,
  configured: ReadonlySet<string> | undefined,
  isAbandoned: boolean,
): Pick<PlannedQueue, "changes" | "protection"> {
  if (action !== "create" && action !== "update" && action !== "replace") {
    return { changes: [], protection: [] };
  }
  const isReplaced = action === "replace" && !isAbandoned;
  const lost = isReplaced ? findLosses(before, after, configured) : [];
  const lostNames = new Set(lost.map(({ name }) => name));
  return {
    changes: listResourceChanges(action, before, after, configured, lostNames),
    protection: readResourceProtection(action, before, after, configured, lost),
  };
}

/** Finds settings that the new queue of a replacement does not get: those unknown and not configured. */
function findLosses(
  before: ResourceSide,
  after: ResourceSide,
  configured: ReadonlySet<string> | undefined,
): ReplacementLoss[] {
  return findReplacementLosses(toKnownSettings(before), (name) => {
    const attribute = toAttributeName(name);
    return configured?.has(attribute) === true || !isUnknownInJson(after, attribute);
  });
}

function readAddress(resource: unknown): string {
  const address = tryToText(getJsonField(resource, "address"));
  if (address === undefined) throw createReviewError("one of its resource_changes has no address");
  const deposed = tryToText(getJsonField(resource, "deposed"));
  return deposed === undefined ? address : `${address} (deposed object ${deposed})`;
}

function readAction(
  change: unknown,
  before: ResourceSide,
  address: string,
): { readonly action: PlanAction; readonly isAbandoned: boolean } {
  const names = listJsonElements(getJsonField(change, "actions")).map(String);
  const action = ACTIONS.get(names.join(","));
  if (action === undefined) {
    throw createReviewError(
      `this version of mergequeue does not know its action on ${quote(address)}: ${quote(names)}`,
    );
  }
  const isAbandoned = getKnown(before, "deletion_policy") === "abandon";
  return { action: action === "delete" && isAbandoned ? "forget" : action, isAbandoned };
}

/**
 * Reads which queue one side of a resource, or the configuration of an action, names. Unknown and sensitive parts are words
 * in parentheses.
 * @throws MergeQueueError `invalid_plan` if a part is missing
 */
export function readIdentity(side: ResourceSide, address: string): QueueIdentity {
  const read = (...path: readonly string[]): string => {
    if (isUnknownInJson(side, ...path)) return "(known after apply)";
    const value = tryToText(getKnown(side, ...path));
    if (value === undefined) throw createReviewError(`${quote(address)} has no ${path.join(".")}`);
    return isSensitive(side, ...path) ? "(sensitive value)" : value;
  };
  const [host = "", owner = "", name = ""] = REPOSITORY_PARTS.map((part) => read("repo", part));
  return { repo: { host, owner, name }, targetBranch: read("target_branch") };
}

function createForgottenWarning(id: string): PlannedQueue["warnings"][number] {
  return {
    summary: `Queue will be forgotten and not replaced: ${id}`,
    detail: `Queue ${id} is in the state with deletion_policy = "abandon": destroying it there only forgets it, and it stays as it is on the service.`,
  };
}

/** One step into a module, with the key of its instance. */
const MODULE_STEP = /module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?(?:\.|$)/gu;

/**
 * Finds the configuration of a resource.
 * @returns the Terraform names of the arguments that are set, and the origin of the service if it is a literal
 */
function tryFindConfiguration(
  plan: unknown,
  resource: unknown,
): { readonly names: ReadonlySet<string>; readonly origin: string | undefined } | undefined {
  let module = getJsonField(plan, "configuration", "root_module");
  const modules = tryToText(getJsonField(resource, "module_address")) ?? "";
  for (const [, name = ""] of modules.matchAll(MODULE_STEP)) {
    module = getJsonField(module, "module_calls", name, "module");
  }
  const found = listJsonElements(getJsonField(module, "resources")).find((each) =>
    ["mode", "type", "name"].every((field) => getJsonField(each, field) === getJsonField(resource, field)),
  );
  if (found === undefined) return undefined;
  return {
    names: new Set(Object.keys(getJsonField(found, "expressions") ?? {})),
    origin: tryFindOrigin(plan, tryToText(getJsonField(found, "provider_config_key"))),
  };
}

function tryFindOrigin(plan: unknown, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const provider = getJsonField(plan, "configuration", "provider_config", key);
  const address = tryToText(getJsonField(provider, "expressions", "base_url", "constant_value"));
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

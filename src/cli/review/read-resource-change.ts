import type { PlanAction, PlannedChange, PlannedQueue } from "../../plan/plan";
import { toAttributeName } from "../../queue/attribute-name";
import { findReplacementLosses } from "../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity, REPOSITORY_PARTS } from "../../queue/queue-identity";
import type { SettingName } from "../../queue/settings";
import type { QueueWarning } from "../../reconcile/advise-deletion";
import { nameChange } from "../../report/describe-value";
import { quote } from "../../text/quote";
import {
  listResourceChanges,
  type ResourceChange,
  readResourceProtection,
  toKnownSettings,
} from "./list-resource-changes";
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

/** Actions of mergequeue. A key is a list of actions in a plan of Terraform or OpenTofu, joined by commas. */
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

export function readResourceChange(plan: unknown, resource: unknown): PlannedQueue {
  const address = readAddress(resource);
  const change = getJsonField(resource, "change");
  const { before, after } = toSides(change);
  const { action, isAbandoned, forgets } = readAction(change, before, address);
  const identity = readIdentity(action === "create" ? after : before, address);
  const id = formatQueueId(identity);
  const { names, origin } = tryFindConfiguration(plan, resource) ?? {};
  const seen = action === "create" ? { ...before, values: undefined } : before;
  const known = Object.entries(toKnownSettings(seen));
  const read = readChanges({ action, isAbandoned }, { before: seen, after, configured: names });
  return {
    id,
    identity,
    address,
    stack: undefined,
    origin,
    action,
    isImported: getJsonField(change, "importing") !== undefined,
    ...read,
    settings: Object.fromEntries(known.filter(([name]) => !isSensitive(seen, toAttributeName(name)))),
    warnings: [
      ...(forgets === undefined ? [] : [createForgottenWarning(address, before, after, forgets)]),
      ...(action === "create" && getKnown(after, "on_existing") === "adopt"
        ? [createAdoptionWarning(id, read.changes)]
        : []),
    ],
    pullRequests: undefined,
  };
}

function createForgottenWarning(
  address: string,
  before: ResourceSide,
  after: ResourceSide,
  rule: string,
): QueueWarning {
  const [id, newId] = [before, after].map((side) => formatQueueId(readIdentity(side, address)));
  const isRefused = id === newId && getKnown(after, "on_existing") !== "adopt";
  return {
    summary: `Queue will be forgotten and not replaced: ${id}`,
    detail:
      `In the state, queue ${id} has ${rule}. A destroy therefore only forgets the queue, which stays as it is on the service.` +
      (isRefused
        ? " Creating it again will be refused, because it exists. To keep the queue, run terraform untaint."
        : ""),
  };
}

/** Warns that a queue may exist. The plan shows neither whether it exists nor its present settings. */
function createAdoptionWarning(id: string, changes: readonly PlannedChange[]): QueueWarning {
  const names = changes.filter(({ kind }) => kind !== "argument").map(nameChange);
  const isReplaced = changes.some(({ name }) => name === "requiredStatuses");
  return {
    summary: `Queue may exist and would be adopted: ${id}`,
    detail:
      `on_existing = "adopt": if queue ${id} exists, the apply takes it over and ` +
      (names.length === 0 ? "keeps its settings." : `overwrites ${names.join(", ")}.`) +
      (isReplaced
        ? " Required statuses that are not declared are removed, and pull requests then merge without them."
        : "") +
      " The warnings of terraform plan list the changes.",
  };
}

function readChanges(
  { action, isAbandoned }: { readonly action: PlanAction; readonly isAbandoned: boolean },
  sides: Omit<ResourceChange, "action">,
): Pick<PlannedQueue, "changes" | "protection"> {
  if (action === "none" || action === "forget") return { changes: [], protection: [] };
  const change = { ...sides, action };
  if (action === "delete") return { changes: listResourceChanges(change), protection: [] };
  const { before, after, configured } = change;
  // A replacement drops settings that are unknown and not configured.
  const isGiven = (name: SettingName): boolean => {
    const attribute = toAttributeName(name);
    return configured?.has(attribute) === true || !isUnknownInJson(after, attribute);
  };
  const isReplaced = action === "replace" && !isAbandoned;
  const lost = isReplaced ? findReplacementLosses(toKnownSettings(before), isGiven) : [];
  const names = new Set(lost.map(({ name }) => name));
  return { changes: listResourceChanges(change, names), protection: readResourceProtection(change, lost) };
}

function readAddress(resource: unknown): string {
  const address = tryToText(getJsonField(resource, "address"));
  if (address === undefined) throw createReviewError("one of its resource_changes has no address");
  const deposed = tryToText(getJsonField(resource, "deposed"));
  return deposed === undefined ? address : `${address} (deposed object ${deposed})`;
}

function readAction(change: unknown, before: ResourceSide, address: string) {
  const names = listJsonElements(getJsonField(change, "actions")).map(String);
  const action = ACTIONS.get(names.join(","));
  const problem = `this version of mergequeue does not know its action on ${quote(address)}: ${quote(names)}`;
  if (action === undefined) throw createReviewError(problem);
  const isAbandoned = getKnown(before, "deletion_policy") === "abandon";
  const isKept = names.length > 1 && names.includes("forget");
  const rule = isKept ? "lifecycle { destroy = false }" : 'deletion_policy = "abandon"';
  const planned: PlanAction = action === "delete" && isAbandoned ? "forget" : action;
  return {
    action: planned,
    isAbandoned,
    // The rule that makes a replacement leave the queue in place.
    forgets: isKept || (action === "replace" && isAbandoned) ? rule : undefined,
  };
}

/** Reads a queue's id. Words replace unknown and sensitive parts. @throws MergeQueueError `invalid_plan` */
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

const MODULE_STEP = /module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?(?:\.|$)/gu;

/** Finds the Terraform names of configured arguments, and the service's origin if its URL is a literal. */
function tryFindConfiguration(plan: unknown, resource: unknown) {
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

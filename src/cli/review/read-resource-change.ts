import { toAttributeName } from "../../queue/attribute-name";
import { findReplacementLosses, type ReplacementLoss } from "../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity, REPOSITORY_PARTS } from "../../queue/queue-identity";
import type { PlanAction, PlannedQueue, PlanWarning } from "../../reconcile/plan/fleet-plan";
import { quote } from "../../text/quote";
import { listResourceChanges, readResourceProtection, toRecord } from "./list-resource-changes";
import {
  createReviewError,
  getField,
  getKnown,
  isSensitive,
  isUnknown,
  listElements,
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

/**
 * Reads how a plan of Terraform changes one queue.
 * @throws MergeQueueError `invalid_plan` if it is not what Terraform writes
 */
export function readResourceChange(plan: unknown, resource: unknown): PlannedQueue {
  const address = readAddress(resource);
  const change = getField(resource, "change");
  const { before, after } = toSides(change);
  const { action, isAbandoned } = readAction(change, before, address);
  const identity = readIdentity(action === "create" ? after : before, address);
  const id = formatQueueId(identity);
  const configuration = tryFindConfiguration(plan, resource);
  const isReplaced = action === "replace" && !isAbandoned;
  const lost = isReplaced ? findLosses(before, after, configuration?.names) : [];
  const seen = action === "create" ? { ...before, values: undefined } : before;
  return {
    id,
    identity,
    address,
    stack: undefined,
    origin: configuration?.origin,
    action,
    isImported: getField(change, "importing") !== undefined,
    changes: listResourceChanges(
      action,
      seen,
      after,
      configuration?.names,
      new Set(lost.map(({ name }) => name)),
    ),
    settings: toRecord(seen, "without secrets"),
    protection: readResourceProtection(action, seen, after, configuration?.names, lost),
    warnings: action === "replace" && isAbandoned ? [createForgottenWarning(id)] : [],
    pullRequests: undefined,
  };
}

/** Finds settings that the new queue of a replacement does not get: those unknown and not configured. */
function findLosses(
  before: ResourceSide,
  after: ResourceSide,
  configured: ReadonlySet<string> | undefined,
): ReplacementLoss[] {
  return findReplacementLosses(toRecord(before, "with secrets"), (name) => {
    const attribute = toAttributeName(name);
    return configured?.has(attribute) === true || !isUnknown(after, attribute);
  });
}

function readAddress(resource: unknown): string {
  const address = tryToText(getField(resource, "address"));
  if (address === undefined) throw createReviewError("one of its resource_changes has no address");
  const deposed = tryToText(getField(resource, "deposed"));
  return deposed === undefined ? address : `${address} (deposed object ${deposed})`;
}

function readAction(
  change: unknown,
  before: ResourceSide,
  address: string,
): { readonly action: PlanAction; readonly isAbandoned: boolean } {
  const names = listElements(getField(change, "actions")).map(String);
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
    if (isUnknown(side, ...path)) return "(known after apply)";
    const value = tryToText(getKnown(side, ...path));
    if (value === undefined) throw createReviewError(`${quote(address)} has no ${path.join(".")}`);
    return isSensitive(side, ...path) ? "(sensitive value)" : value;
  };
  const [host = "", owner = "", name = ""] = REPOSITORY_PARTS.map((part) => read("repo", part));
  return { repo: { host, owner, name }, targetBranch: read("target_branch") };
}

function createForgottenWarning(id: string): PlanWarning {
  return {
    summary: `Queue will be forgotten and not replaced: ${id}`,
    detail: `Queue ${id} is in the state with deletion_policy = "abandon": destroying it there only forgets it, and it stays as it is on the service.`,
  };
}

/** The configuration of one resource, as a plan contains it. */
export interface ResourceConfiguration {
  /** Terraform names of the arguments that are set. */
  readonly names: ReadonlySet<string>;
  /** Origin of the service; undefined if it is not a literal. */
  readonly origin: string | undefined;
}

/** One step into a module, with the key of its instance. */
const MODULE_STEP = /module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?(?:\.|$)/gu;

function tryFindConfiguration(plan: unknown, resource: unknown): ResourceConfiguration | undefined {
  let module = getField(plan, "configuration", "root_module");
  for (const [, name = ""] of (tryToText(getField(resource, "module_address")) ?? "").matchAll(MODULE_STEP)) {
    module = getField(module, "module_calls", name, "module");
  }
  const type = getField(resource, "type");
  const name = getField(resource, "name");
  const found = listElements(getField(module, "resources")).find(
    (each) =>
      getField(each, "mode") === "managed" &&
      getField(each, "type") === type &&
      getField(each, "name") === name,
  );
  if (found === undefined) return undefined;
  return {
    names: new Set(Object.keys(getField(found, "expressions") ?? {})),
    origin: tryFindOrigin(plan, tryToText(getField(found, "provider_config_key"))),
  };
}

function tryFindOrigin(plan: unknown, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const provider = getField(plan, "configuration", "provider_config", key);
  const address = tryToText(getField(provider, "expressions", "base_url", "constant_value"));
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

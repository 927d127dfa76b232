import { HclNumber } from "../hcl/values/hcl-number";
import type { HclValue } from "../hcl/values/hcl-value";
import { HclList, HclMap, unmarkDeep } from "../hcl/values/hcl-value";
import type { JsonValue } from "../queue/additional-settings";
import type { QueueIdentity } from "../queue/identity";
import { REPOSITORY_PARTS } from "../queue/queue-identity";
import type { NodeResult } from "./evaluate-node";

/**
 * Answers a wholly known value as JSON has it. A number that JavaScript does not hold exactly becomes NaN, which
 * validation refuses (promise S-13).
 */
export function toPlainValue(marked: HclValue): JsonValue {
  const value = unmarkDeep(marked);
  if (value instanceof HclNumber) return toPlainNumber(value);
  if (value instanceof HclList) return value.items.map(toPlainValue);
  if (value instanceof HclMap) {
    return Object.fromEntries([...value.fields].map(([key, field]) => [key, toPlainValue(field)]));
  }
  return value as null | boolean | string;
}

function toPlainNumber(number: HclNumber): number {
  const value = number.toNumber();
  const read = Number.isFinite(value) ? HclNumber.tryParse(String(value)) : undefined;
  return read?.compare(number) === 0 ? value : Number.NaN;
}

/** Answers the fields of an object as JSON; of anything else, none. */
export function toPlainFields(marked: HclValue): ReadonlyMap<string, JsonValue> {
  const value = unmarkDeep(marked);
  return value instanceof HclMap
    ? new Map([...value.fields].map(([key, field]) => [key, toPlainValue(field)]))
    : new Map();
}

/** Answers the identity that attributes of a queue give; undefined if a part of it is missing or not known. */
export function toPlainIdentity(attributes: ReadonlyMap<string, NodeResult>): QueueIdentity | undefined {
  const repo = attributes.get("repo");
  const targetBranch = attributes.get("target_branch");
  if (repo?.fault !== undefined || targetBranch?.fault !== undefined) return undefined;
  const fields = toPlainFields(repo?.value ?? null);
  const [host, owner, name] = REPOSITORY_PARTS.map((part) => fields.get(part));
  const branch = toPlainValue(targetBranch?.value ?? null);
  return typeof host === "string" &&
    typeof owner === "string" &&
    typeof name === "string" &&
    typeof branch === "string"
    ? { repo: { host, owner, name }, targetBranch: branch }
    : undefined;
}

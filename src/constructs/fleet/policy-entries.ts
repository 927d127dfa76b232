import type { IConstruct } from "../cdk";
import type { QueueRule } from "./queue-rule";

const ENTRIES = Symbol.for("terraform-provider-mergequeue/QueuePolicy");

/** One statement of a policy, as it was made. Callers in JavaScript can pass anything as a rule. */
export interface PolicyEntry {
  readonly kind: "require" | "forbid";
  readonly rule: unknown;
}

/** Answers what the policy of one scope states, in order, through whichever copy of this package. */
export function listPolicyEntries(scope: IConstruct): readonly PolicyEntry[] {
  return (scope as { readonly [ENTRIES]?: readonly PolicyEntry[] })[ENTRIES] ?? [];
}

/**
 * Adds a statement to the policy of a scope.
 * @returns whether it is the first one there
 */
export function addPolicyEntry(scope: IConstruct, entry: PolicyEntry): boolean {
  const entries = (scope as { [ENTRIES]?: PolicyEntry[] })[ENTRIES];
  if (entries !== undefined) {
    entries.push(entry);
    return false;
  }
  Object.defineProperty(scope, ENTRIES, { value: [entry] });
  return true;
}

/** Tells whether a value can be asked as a rule. */
export function isQueueRule(value: unknown): value is QueueRule {
  if (typeof value !== "object" || value === null) return false;
  const { message, test } = value as Partial<Record<keyof QueueRule, unknown>>;
  return typeof message === "string" && message.trim() !== "" && typeof test === "function";
}

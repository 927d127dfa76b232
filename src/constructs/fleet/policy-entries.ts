import { KeptList } from "../kept-list";
import type { QueueRule } from "./queue-rule";

/** One statement of a policy, as it was made. Callers in JavaScript can pass anything as a rule. */
export interface PolicyEntry {
  readonly kind: "require" | "forbid";
  readonly rule: unknown;
}

/** What the policy of each scope states. */
export const POLICY_ENTRIES = new KeptList<PolicyEntry>("QueuePolicy");

/** Tells whether a value can be asked as a rule. */
export function isQueueRule(value: unknown): value is QueueRule {
  if (typeof value !== "object" || value === null) return false;
  const { message, test } = value as Partial<Record<keyof QueueRule, unknown>>;
  return typeof message === "string" && message.trim() !== "" && typeof test === "function";
}

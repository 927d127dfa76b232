import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { KeptList } from "../kept-list";
import type { QueueRule } from "./queue-view";

/** One rule of a policy. JavaScript callers can pass anything as a rule. */
export interface PolicyEntry {
  readonly kind: "require" | "forbid";
  readonly rule: unknown;
}

/** The entries of each scope. */
export const POLICY_ENTRIES = new KeptList<PolicyEntry>("QueuePolicy");

/** Tells whether a value is a rule. */
export function isQueueRule(value: unknown): value is QueueRule {
  if (typeof value !== "object" || value === null) return false;
  const { message, test } = value as Partial<Record<keyof QueueRule, unknown>>;
  return typeof message === "string" && message.trim() !== "" && typeof test === "function";
}

/** Checks that the entries of one scope are rules. Returns everything that is wrong, as sentences. */
export function checkPolicy(scope: IConstruct): string[] {
  const wrong = POLICY_ENTRIES.list(scope).filter(({ rule }) => !isQueueRule(rule));
  return wrong.map(
    ({ kind, rule }) =>
      `QueuePolicy.${kind}: Must be a rule of QueueRules or { message, test }, got ${quote(rule)}.`,
  );
}

import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { isQueueRule, POLICY_ENTRIES } from "./policy-entries";

/**
 * Checks the rules that were stated at one scope for being rules.
 * @returns everything that is wrong, as sentences
 */
export function checkPolicy(scope: IConstruct): string[] {
  return POLICY_ENTRIES.list(scope)
    .filter(({ rule }) => !isQueueRule(rule))
    .map(
      ({ kind, rule }) =>
        `QueuePolicy.${kind}: Must be a rule of QueueRules or { message, test }, got ${quote(rule)}.`,
    );
}

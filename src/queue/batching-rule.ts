import { isPlainObject } from "../text/is-plain-object";
import { isTextList } from "../text/is-text-list";
import { quote } from "../text/quote";

/**
 * One element of the setting `batchingRules`. The pattern is an impacted target, or a prefix with one `*` at
 * its end. The policy is `isolate`, or another word that a newer service defines.
 */
export type BatchingRule = { readonly targetPattern: string; readonly policy: string };

/** Tells whether a value is a list of rules. Does not check the rules' patterns and policies. */
export function isRuleList(value: unknown): value is readonly BatchingRule[] {
  const isRule = (rule: unknown): boolean =>
    isPlainObject(rule) && isTextList([rule["targetPattern"], rule["policy"]]);
  return Array.isArray(value) && value.every(isRule);
}

/** Writes a rule as `//web/*: isolate`. Accepts wire and Terraform names. Writes any other value as JSON. */
export function toRuleText(rule: unknown): string {
  const rules = fromRuleAttributes([rule]);
  if (!isRuleList(rules)) return JSON.stringify(rule);
  return rules.map(({ targetPattern, policy }) => `${targetPattern}: ${policy}`).join();
}

/** Renames the field `targetPattern` of each rule to `target_pattern`. Returns any other value unchanged. */
export function toRuleAttributes(rules: unknown): unknown {
  return renameFields(rules, "targetPattern", "target_pattern");
}

/** The reverse of {@link toRuleAttributes}. */
export function fromRuleAttributes(rules: unknown): unknown {
  return renameFields(rules, "target_pattern", "targetPattern");
}

function renameFields(rules: unknown, from: string, to: string): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) =>
    isPlainObject(rule)
      ? Object.fromEntries(Object.entries(rule).map(([name, value]) => [name === from ? to : name, value]))
      : rule,
  );
}

/** Checks rules for a request (source: advanced settings, autumn 2026). @returns a sentence per problem */
export function checkRules(value: unknown, policies: readonly string[]): string[] {
  if (!isRuleList(value))
    return [`Must be a list of rules, each with a target pattern and a policy, got ${quote(value)}.`];
  return value.flatMap(({ targetPattern, policy, ...others }, index) => {
    const rule = `Rule ${index + 1}`;
    const star = targetPattern.indexOf("*");
    const isPattern = targetPattern.trim() !== "" && targetPattern !== "*";
    const words = policies.map((word) => JSON.stringify(word)).join(", ");
    return [
      isPattern && (star === -1 || star === targetPattern.length - 1)
        ? undefined
        : `${rule}: the target pattern must be a target, or a prefix with one * at its end, got ${quote(targetPattern)}.`,
      policies.includes(policy)
        ? undefined
        : `${rule}: the policy must be one of ${words}, got ${quote(policy)}.`,
      Object.keys(others).length === 0
        ? undefined
        : `${rule}: there is no field ${quote(Object.keys(others)[0])}.`,
    ].filter((message) => message !== undefined);
  });
}

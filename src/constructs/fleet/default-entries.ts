import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { KeptList } from "../kept-list";
import { describeUnknownProp, formatFinding } from "../props/check-props";
import { isObject } from "../props/take-props";
import { META_ARGUMENTS } from "../queue/queue-attributes";
import { SHARED_PROPS, validateSharedProps } from "../queue/validate-queue-props";

/**
 * One call of `QueueDefaults`, in the order of calls: props to add, or names of props to remove. JavaScript callers
 * can pass anything.
 */
export type DefaultEntry = { readonly props: unknown } | { readonly without: readonly unknown[] };

/** The entries of each scope. */
export const DEFAULT_ENTRIES = new KeptList<DefaultEntry>("QueueDefaults");

const OWN_PROPS: readonly string[] = ["repo", "targetBranch", ...META_ARGUMENTS];

/**
 * Checks the defaults of one scope, whether or not a queue inherits them.
 * @returns everything that is wrong, as sentences without duplicates
 */
export function checkDefaults(scope: IConstruct): string[] {
  const findings = DEFAULT_ENTRIES.list(scope).flatMap(checkEntry);
  return [
    ...new Set(
      findings.map(({ path, message }) => formatFinding({ path: ["QueueDefaults", ...path], message })),
    ),
  ];
}

function checkEntry(entry: DefaultEntry): Finding[] {
  if ("without" in entry) {
    return entry.without.flatMap((name) => checkName(typeof name === "string" ? name : quote(name)));
  }
  const { props } = entry;
  if (!isObject(props)) return [{ path: [], message: `Must be an object of props, got ${quote(props)}.` }];
  return [
    ...validateSharedProps(props),
    ...Object.entries(props).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : checkName(name),
    ),
  ];
}

function checkName(name: string): Finding[] {
  if (SHARED_PROPS.includes(name)) return [];
  const message = OWN_PROPS.includes(name)
    ? "Each queue must set this itself; it cannot have a default."
    : describeUnknownProp(name, SHARED_PROPS);
  return [{ path: [name], message }];
}

import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { describeUnknownProp } from "../describe-unknown-prop";
import { META_ARGUMENTS } from "../queue/queue-attributes";
import { validateSharedProps } from "../queue/validate-queue-props";
import type { DefaultEntry } from "./default-entries";
import { DEFAULT_ENTRIES } from "./default-entries";
import { DEFAULT_NAMES } from "./queue-default-props";

/** Props that are each queue's own. */
const OWN_PROPS: ReadonlySet<string> = new Set(["repo", "targetBranch", ...META_ARGUMENTS]);

/**
 * Checks what was stated about defaults at one scope, whether a queue inherits it or not.
 * @returns everything that is wrong, as sentences, each once
 */
export function checkDefaults(scope: IConstruct): string[] {
  const findings = DEFAULT_ENTRIES.list(scope).flatMap(checkEntry);
  return [
    ...new Set(findings.map(({ path, message }) => `${["QueueDefaults", ...path].join(".")}: ${message}`)),
  ];
}

function checkEntry(entry: DefaultEntry): Finding[] {
  if ("without" in entry) {
    return entry.without.flatMap((name) => checkName(typeof name === "string" ? name : quote(name)));
  }
  const { props } = entry;
  if (typeof props !== "object" || props === null || Array.isArray(props)) {
    return [{ path: [], message: `Must be an object of props, got ${quote(props)}.` }];
  }
  return [
    ...validateSharedProps(props),
    ...Object.entries(props).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : checkName(name),
    ),
  ];
}

function checkName(name: string): Finding[] {
  if (DEFAULT_NAMES.has(name)) return [];
  const message = OWN_PROPS.has(name)
    ? "Each queue says this itself; there is no default of it."
    : describeUnknownProp(name, [...DEFAULT_NAMES]);
  return [{ path: [name], message }];
}

import { fromRuleAttributes } from "../queue/batching-rule";
import { checkQueueAttributes, TIMED_OPERATIONS } from "../queue/check-attributes";
import type { Finding } from "../queue/finding";
import { type QueueIdentity, REPOSITORY_PARTS } from "../queue/queue-identity";
import type { DeletionPolicy } from "../queue/queue-policies";
import { findSetting, SETTINGS } from "../queue/settings";
import { tryParseDurationMs } from "../text/parse-duration";
import { FaultLog, type QueueMeaning } from "./stack-reading";
import { getField, isMap, type MarkedValue, type StackValue, toJson, type ValueMap } from "./values";

/** Configured attributes by Terraform name. If an attribute has no known value, `faults` says why. */
export interface QueueAttributes {
  readonly values: ValueMap;
  readonly sensitive: ReadonlySet<string>;
  readonly faults: readonly Finding[];
}

/** Collects attributes. `read` returns a value, or throws an UnreadError if it finds no value. */
export function collectAttributes(names: string[], read: (name: string) => MarkedValue): QueueAttributes {
  const log = new FaultLog();
  const values = new Map<string, StackValue>();
  const sensitive = new Set<string>();
  for (const name of names) {
    const found = log.catchUnread([name], () => read(name));
    if (found !== undefined) values.set(name, found.value);
    if (found?.isSensitive === true) sensitive.add(name);
  }
  return { values, sensitive, faults: log.findings };
}

/**
 * Checks attributes by the provider's rules, and finds their meaning. The meaning omits ignored attributes.
 * It is valid only if there are no problems.
 */
export function readAttributes(
  attributes: QueueAttributes,
  ignored: ReadonlySet<string> = new Set(),
): { readonly meaning: QueueMeaning; readonly problems: readonly Finding[] } {
  const { values, sensitive } = attributes;
  const find = (name: string): StackValue => (ignored.has(name) ? null : (values.get(name) ?? null));
  const settings = SETTINGS.map(
    ({ name, attribute }) => [name, fromRuleAttributes(toJson(find(attribute)))] as const,
  );
  const additional = find("additional_settings");
  const entries = isMap(additional) ? [...additional] : [];
  const additionalSettings = new Map(entries.map(([name, value]) => [name, toJson(value)]));
  const timeoutsMs = TIMED_OPERATIONS.map((operation) => {
    const text = getField(values.get("timeouts") ?? null, operation);
    return [operation, typeof text === "string" ? tryParseDurationMs(text) : undefined] as const;
  });
  const meaning = {
    wanted: {
      settings: Object.fromEntries(settings.filter(([, value]) => value !== null)),
      ...(additionalSettings.size > 0 ? { additionalSettings } : {}),
    },
    sensitive: new Set([
      ...settings.map(([name]) => name).filter((name) => sensitive.has(findSetting(name).attribute)),
      ...(sensitive.has("additional_settings") ? additionalSettings.keys() : []),
    ]),
    deletionPolicy: (values.get("deletion_policy") ?? "refuse") as DeletionPolicy,
    timeoutsMs: Object.fromEntries(timeoutsMs.filter(([, timeoutMs]) => timeoutMs !== undefined)),
  };
  return { meaning, problems: findProblems(attributes) };
}

function findProblems({ values, sensitive, faults }: QueueAttributes): Finding[] {
  const isSensitive = (name: string): boolean => sensitive.has(name);
  const message = "It must not be sensitive: it identifies the queue.";
  const hidden = ["repo", "target_branch"].filter(isSensitive).map((name) => ({ path: [name], message }));
  const findings = checkQueueAttributes({
    find: ([name, part]) => {
      if (faults.some(({ path }) => path[0] === name)) return undefined;
      const value = values.get(name) ?? null;
      return toJson(part === undefined ? value : getField(value, part));
    },
    isSensitive,
  });
  return [...faults, ...hidden, ...findings];
}

/** Returns the queue's identity from attributes; undefined if a part is missing. */
export function tryToIdentity(values: ValueMap): QueueIdentity | undefined {
  const repo = values.get("repo") ?? null;
  const parts = [...REPOSITORY_PARTS.map((part) => getField(repo, part)), values.get("target_branch")];
  const known = parts.filter((part) => typeof part === "string");
  const [host = "", owner = "", name = "", targetBranch = ""] = known;
  return known.length < parts.length ? undefined : { repo: { host, owner, name }, targetBranch };
}

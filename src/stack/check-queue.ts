import { toAttributeName } from "../queue/attribute-name";
import { checkQueueAttributes, TIMED_OPERATIONS } from "../queue/check-attributes";
import type { Finding } from "../queue/finding";
import type { DeletionPolicy } from "../queue/queue-policies";
import { SETTINGS } from "../queue/settings";
import { tryParseDurationMs } from "../text/parse-duration";
import type { DeclaredQueue } from "./declared-queue";
import type { QueueAttributes } from "./queue-blocks";
import { getField, isMap, toJson, type Value } from "./values";

interface CheckedQueue extends Pick<DeclaredQueue, "wanted" | "sensitive" | "deletionPolicy" | "timeoutsMs"> {
  /** What is wrong, by Terraform names. The rest is valid only if there is nothing. */
  readonly problems: readonly Finding[];
}

/**
 * Checks the attributes of a queue by the rules of the provider, and collects all problems.
 * @param ignored - attributes that are not managed, by Terraform name
 */
export function checkQueue(attributes: QueueAttributes, ignored: ReadonlySet<string>): CheckedQueue {
  const { values, sensitive } = attributes;
  const find = (name: string): Value => (ignored.has(name) ? null : (values.get(name) ?? null));
  const settings = SETTINGS.map(({ name }) => [name, toJson(find(toAttributeName(name)))] as const);
  const additional = find("additional_settings");
  const additionalSettings = new Map(
    isMap(additional) ? [...additional].map(([name, value]) => [name, toJson(value)]) : [],
  );
  const timeoutsMs = TIMED_OPERATIONS.map((operation) => {
    const text = getField(values.get("timeouts") ?? null, operation);
    return [operation, typeof text === "string" ? tryParseDurationMs(text) : undefined] as const;
  });
  return {
    wanted: {
      settings: Object.fromEntries(settings.filter(([, value]) => value !== null)),
      ...(additionalSettings.size > 0 ? { additionalSettings } : {}),
    },
    sensitive: new Set([
      ...settings.map(([name]) => name).filter((name) => sensitive.has(toAttributeName(name))),
      ...(sensitive.has("additional_settings") ? additionalSettings.keys() : []),
    ]),
    deletionPolicy: (toJson(find("deletion_policy")) ?? "refuse") as DeletionPolicy,
    timeoutsMs: Object.fromEntries(timeoutsMs.filter(([, timeoutMs]) => timeoutMs !== undefined)),
    problems: findProblems(attributes),
  };
}

function findProblems({ values, sensitive, faults }: QueueAttributes): Finding[] {
  const isSensitive = (name: string): boolean => sensitive.has(name);
  const hidden = ["repo", "target_branch"].filter(isSensitive);
  const findings = checkQueueAttributes({
    find: ([name, part]) => {
      if (faults.some(({ path }) => path[0] === name)) return undefined;
      const value = values.get(name) ?? null;
      return toJson(part === undefined ? value : getField(value, part));
    },
    isSensitive,
  });
  const message = "It must not be sensitive: it says which queue it is.";
  return [...faults, ...hidden.map((name) => ({ path: [name], message })), ...findings];
}

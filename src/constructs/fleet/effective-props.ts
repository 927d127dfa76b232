import { isPlainObject } from "../../text/is-plain-object";
import { type IConstruct, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { SHARED_PROPS } from "../queue/validate-queue-props";
import { DEFAULT_ENTRIES } from "./default-entries";

/**
 * Returns a queue's own props, with the nearest default for each absent one. `additionalSettings` are merged by name;
 * `batching` and `timeouts` are inherited as a whole. Ignores defaults of props that cannot have one.
 *
 * Do not keep the result: defaults can be added until synthesis.
 */
export function toEffectiveProps(queue: IConstruct, own: MergeQueueProps): MergeQueueProps {
  const effective = new Map<string, unknown>(
    Object.entries(own).filter(([, value]: [string, unknown]) => value !== undefined),
  );
  const withoutDefault = new Set<unknown>();
  const entries = queue.node.scopes.flatMap((scope) => DEFAULT_ENTRIES.list(scope)).reverse();
  for (const entry of entries) {
    if ("without" in entry) {
      for (const name of entry.without) withoutDefault.add(name);
      continue;
    }
    for (const [name, value] of Object.entries(entry.props ?? {}) as [string, unknown][]) {
      if (value === undefined || !SHARED_PROPS.includes(name) || withoutDefault.has(name)) continue;
      if (!effective.has(name)) effective.set(name, value);
      else if (name === "additionalSettings") effective.set(name, mergeByName(effective.get(name), value));
    }
  }
  return Object.fromEntries(effective) as unknown as MergeQueueProps;
}

/** If one of them is not a plain object, for example a token, the nearer one wins as a whole. */
function mergeByName(near: unknown, far: unknown): unknown {
  if (!isMergeable(near) || !isMergeable(far)) return near;
  const said = Object.entries(near).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...Object.entries(far), ...said]);
}

function isMergeable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) && !Token.isUnresolved(value);
}

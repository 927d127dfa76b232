import { isPlainObject } from "../../queue/is-plain-object";
import type { IConstruct } from "../cdk";
import { Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { DEFAULT_ENTRIES } from "./default-entries";
import { DEFAULT_NAMES } from "./queue-default-props";

/**
 * Answers the props that count for a queue: its own, and where it says nothing the nearest default, that of the queue
 * itself first and that of the app last. `additionalSettings` are merged name by name, as each is a setting;
 * `batching` and `timeouts` count as a whole. Defaults of names that cannot have one are passed over.
 *
 * What it answers holds until the next statement about defaults: ask again rather than keep it.
 * @param queue - the queue's construct
 * @param own - what was given to the queue itself
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
      if (value === undefined || !DEFAULT_NAMES.has(name) || withoutDefault.has(name)) continue;
      if (!effective.has(name)) effective.set(name, value);
      else if (name === "additionalSettings") effective.set(name, mergeByName(effective.get(name), value));
    }
  }
  return Object.fromEntries(effective) as unknown as MergeQueueProps;
}

/** Where one of them is no plain object, a token for instance, the nearer one counts as a whole. */
function mergeByName(near: unknown, far: unknown): unknown {
  if (!isMergeable(near) || !isMergeable(far)) return near;
  const said = Object.entries(near).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...Object.entries(far), ...said]);
}

function isMergeable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) && !Token.isUnresolved(value);
}

import { compareText } from "./compare-text";
import { HclNumber } from "./hcl-number";
import type { HclType, HclValue } from "./hcl-value";
import { HclList, mark, unmarkDeep } from "./hcl-value";
import { toKey } from "./to-key";

/**
 * Makes a set: without duplicates, strings and numbers in their order. It is unresolved if anything in it is, and
 * sensitive if anything in it is, for a set has no places.
 * @param element - type of what would be in it
 */
export function makeSet(items: readonly HclValue[], element?: HclType): HclValue {
  const list = new HclList("list", items);
  const { unresolved, isSensitive } = list.content;
  if (unresolved !== undefined) return mark(unresolved, isSensitive);
  const byKey = new Map<string, HclValue>();
  for (const item of items) {
    const open = unmarkDeep(item);
    byKey.set(toKey(open), open);
  }
  const sorted = [...byKey].sort(([keyA, a], [keyB, b]) => compareItems(a, b) ?? compareText(keyA, keyB));
  return mark(
    new HclList(
      "set",
      sorted.map(([, item]) => item),
      element,
    ),
    isSensitive,
  );
}

function compareItems(a: HclValue, b: HclValue): number | undefined {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (a instanceof HclNumber && b instanceof HclNumber) return a.compare(b);
  return undefined;
}

import { HclNumber } from "./hcl-number";
import type { HclValue } from "./hcl-value";
import { HclList, HclMap, Unresolved, unmark } from "./hcl-value";

/**
 * Answers a text that is equal for two wholly known values exactly when they are equal to Terraform: of one type, and
 * the same in it. Marks do not count.
 */
export function toKey(marked: HclValue): string {
  const { value } = unmark(marked);
  if (value instanceof HclNumber) return `${value.numerator}/${value.denominator}`;
  if (value instanceof HclList) return `${value.kind}[${value.items.map(toKey).join(",")}]`;
  if (value instanceof HclMap) {
    const fields = [...value.fields].map(([key, field]) => `${JSON.stringify(key)}:${toKey(field)}`);
    return `${value.kind}{${fields.join(",")}}`;
  }
  return value instanceof Unresolved ? "unresolved" : JSON.stringify(value);
}

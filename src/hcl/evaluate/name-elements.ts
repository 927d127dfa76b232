import { invalid } from "../expression-error";
import { HclNumber } from "../values/hcl-number";
import type { HclValue, PlainValue } from "../values/hcl-value";
import { describeKind, HclList, HclMap } from "../values/hcl-value";

/**
 * Answers the names that each round of a `for` gives to values: to indexes, keys or, in a set, elements the first one.
 * @throws ExpressionError `invalid` if there is nothing to go through
 */
export function nameElements(
  source: PlainValue,
  { keyName, valueName }: { readonly keyName: string | undefined; readonly valueName: string },
): ReadonlyMap<string, HclValue>[] {
  return listElements(source).map(
    ([key, value]) =>
      new Map([...(keyName === undefined ? [] : [[keyName, key] as const]), [valueName, value]]),
  );
}

function listElements(source: PlainValue): (readonly [HclValue, HclValue])[] {
  if (source instanceof HclMap) return [...source.fields];
  if (source instanceof HclList) {
    return source.items.map((item, at) => [source.kind === "set" ? item : HclNumber.of(at), item]);
  }
  throw invalid(`for goes through lists and maps, not through ${describeKind(source)}`);
}

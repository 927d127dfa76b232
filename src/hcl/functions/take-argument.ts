import { invalid } from "../expression-error";
import { convertValue } from "../values/convert-value";
import { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { describeKind, HclList, HclMap, unmark } from "../values/hcl-value";

/** Takes an argument as text. @throws ExpressionError `invalid` if it is null, or cannot become text */
export function takeText(value: HclValue | undefined): string {
  const text = convertValue(value ?? null, "string");
  if (typeof text === "string") return text;
  throw invalid(`a string is required, not ${describeKind(text)}`);
}

/** Takes an argument as a number. @throws ExpressionError `invalid` if it is null, or no number */
export function takeNumber(value: HclValue | undefined): HclNumber {
  const number = convertValue(value ?? null, "number");
  if (number instanceof HclNumber) return number;
  throw invalid(`a number is required, not ${describeKind(number)}`);
}

/** Takes an argument as a whole number. @throws ExpressionError `invalid` if it is none */
export function takeInteger(value: HclValue | undefined): number {
  const integer = takeNumber(value).tryToInteger();
  if (integer === undefined) throw invalid("a whole number is required");
  return integer;
}

/** Takes an argument as a bool. @throws ExpressionError `invalid` if it is null, or no bool */
export function takeBoolean(value: HclValue | undefined): boolean {
  const boolean = convertValue(value ?? null, "bool");
  if (typeof boolean === "boolean") return boolean;
  throw invalid(`a bool is required, not ${describeKind(boolean)}`);
}

/** Takes an argument as a list, tuple or set. @throws ExpressionError `invalid` if it is none */
export function takeList(value: HclValue | undefined): HclList {
  const { value: list } = unmark(value ?? null);
  if (list instanceof HclList) return list;
  throw invalid(`a list is required, not ${describeKind(list)}`);
}

/** Takes an argument as a map or object. @throws ExpressionError `invalid` if it is none */
export function takeMap(value: HclValue | undefined): HclMap {
  const { value: map } = unmark(value ?? null);
  if (map instanceof HclMap) return map;
  throw invalid(`a map is required, not ${describeKind(map)}`);
}

/** Estimates are less accurate than this number of digits. More digits could differ between machines. */
const DIGITS = 6;

/** Returns a JSON value with all numbers rounded to six significant digits. */
export function roundNumbers<Value>(value: Value): Value {
  const round = (_key: string, each: unknown): unknown =>
    typeof each === "number" ? Number(each.toPrecision(DIGITS)) : each;
  return JSON.parse(JSON.stringify(value), round) as Value;
}

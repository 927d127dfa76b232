/** More digits than an estimate is exact to, and few enough to be equal on every machine. */
const DIGITS = 6;

/** Returns a JSON value with all numbers rounded to six significant digits. */
export function roundNumbers<Value>(value: Value): Value {
  const round = (_key: string, each: unknown): unknown =>
    typeof each === "number" ? Number(each.toPrecision(DIGITS)) : each;
  return JSON.parse(JSON.stringify(value), round) as Value;
}

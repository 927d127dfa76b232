/** More digits than any estimate or simulation is worth, and equal on every machine. */
const DIGITS = 6;

/** Returns a JSON value with its numbers rounded to six significant digits; integers of fewer digits stay. */
export function roundNumbers<Value>(value: Value): Value {
  const round = (_key: string, each: unknown): unknown =>
    typeof each === "number" ? Number(each.toPrecision(DIGITS)) : each;
  return JSON.parse(JSON.stringify(value), round) as Value;
}

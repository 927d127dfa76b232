/** More digits than any estimate or simulation is worth, and equal on every machine. */
const DIGITS = 6;

/** Returns a value of JSON with all its numbers rounded to six significant digits; integers of fewer digits stay. */
export function roundNumbers<Value>(value: Value): Value {
  return round(value) as Value;
}

function round(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(round);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, round(inner)]));
}

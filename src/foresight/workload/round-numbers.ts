/** Enough for every count that the shares of a workload come from; more digits would only look exact. */
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

/** Writes JSON that is identical for equal values: sorted keys, NFC, no white space, no undefined fields. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) return `{${toFields(value).join(",")}}`;
  if (value === undefined) return "null";
  return JSON.stringify(typeof value === "string" ? value.normalize("NFC") : value);
}

function toFields(value: object): string[] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => [toCanonicalJson(key), toCanonicalJson(field)] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([key, field]) => `${key}:${field}`);
}

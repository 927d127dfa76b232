/** Writes values as searchable text, and bytes as characters. */
export function withRawBytes(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)].map(withRawBytes).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${withRawBytes(inner)}`)
    .join("\n");
}

/** Writes values as text, and bytes as characters, so that their content can be searched. */
export function withRawBytes(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)].map(withRawBytes).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${withRawBytes(inner)}`)
    .join("\n");
}

/** Returns the Terraform name of a wire name: `batchingMinSize` → `batching_min_size`. The only converter. */
export function toAttributeName(wireName: string): string {
  return wireName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the wire name of a Terraform name: `batching_min_size` → `batchingMinSize`. Use nothing else. */
export function toWireName(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the Terraform name of a wire name: `batchingMinSize` → `batching_min_size`. The only converter. */
export function toAttributeName(wireName: string): string {
  return wireName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

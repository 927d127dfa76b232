/** Converts a wire name, such as `batchingMinSize`, to `batching_min_size`. Always use this function. */
export function toAttributeName(wireName: string): string {
  return wireName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a Terraform name, such as `batching_min_size`, to `batchingMinSize`. Always use this function. */
export function toWireName(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the Terraform name of a wire name: `batchingMinSize` → `batching_min_size`. The only converter. */
export function toAttributeName(wireName: string): string {
  let name = NAMES.get(wireName);
  if (name === undefined) NAMES.set(wireName, (name = convert(wireName)));
  return name;
}

const NAMES = new Map<string, string>();

function convert(wireName: string): string {
  return wireName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

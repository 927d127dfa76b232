/** Tells whether a file belongs to a configuration in JSON. */
export function isJsonConfiguration(name: string): boolean {
  return name.endsWith(".tf.json") && !name.startsWith(".");
}

/** Tells whether a file belongs to a configuration that is not read here: in HCL, or for OpenTofu alone. */
export function isForeignConfiguration(name: string): boolean {
  return /^[^.].*\.(?:tf|tofu|tofu\.json)$/s.test(name);
}

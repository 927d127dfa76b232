/**
 * How deep JSON may be nested that comes from outside: far beyond anything that the interface has, and shallow
 * enough for everything that walks through values by recursion, `JSON.stringify` above all.
 */
export const MAX_JSON_DEPTH = 200;

/** Tells whether arrays and objects are nested deeper than so many levels in a value that `JSON.parse` answered. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((inner) => isDeeperThan(inner, levels - 1));
}

/** Nesting limit of JSON from outside: safe for everything that recurses into values, such as `JSON.stringify`. */
export const MAX_JSON_DEPTH = 200;

/** Tells whether arrays and objects in parsed JSON are nested deeper than `levels`. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((inner) => isDeeperThan(inner, levels - 1));
}

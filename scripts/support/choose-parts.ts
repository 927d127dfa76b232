/** Returns the named parts in their own order; without names, all. @throws Error that lists the parts */
export function chooseParts<T>(parts: Readonly<Record<string, T>>, names: readonly string[]): [string, T][] {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}. The parts are: ${Object.keys(parts).join(", ")}.`);
  return Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name));
}

/**
 * Finds the definition of a resource type, data source or function.
 *
 * @param kind - What is looked for, for the error: `resource type`.
 * @throws Error if the provider has none of this name
 */
export function findDefinition<Definition>(
  definitions: { readonly [name: string]: Definition } | undefined,
  name: string,
  kind: string,
): Definition {
  const known = definitions ?? {};
  const definition = Object.hasOwn(known, name) ? known[name] : undefined;
  if (definition === undefined) {
    const names = Object.keys(known).join(", ") || "none";
    throw new Error(`The provider has no ${kind} ${JSON.stringify(name)}. It has: ${names}.`);
  }
  return definition;
}

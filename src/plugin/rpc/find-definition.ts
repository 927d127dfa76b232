/** Finds a definition by name. @param kind - for the error: `resource type`. @throws Error if missing */
export function findDefinition<Definition>(
  definitions: { readonly [name: string]: Definition },
  name: string,
  kind: string,
): Definition {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition === undefined) {
    const names = Object.keys(definitions).join(", ");
    throw new Error(`The provider has no ${kind} ${JSON.stringify(name)}. It has: ${names}.`);
  }
  return definition;
}

import type { DataSourceDefinition, ResourceDefinition } from "../provider-definition";
import type { ProviderSession } from "./provider-session";

/**
 * Finds the definition of a resource type, data source or function.
 * @param kind - for the error, such as `resource type`
 * @throws Error if the provider has no definition with this name
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

/**
 * Finds a data source's definition.
 *
 * @throws Error if the provider has no such data source
 */
export function findDataSource<Data>(
  session: ProviderSession<Data>,
  typeName: string,
): DataSourceDefinition<Data> {
  return findDefinition(session.definition.dataSources, typeName, "data source");
}

/**
 * Finds a resource type's definition.
 *
 * @throws Error if the provider has no such type
 */
export function findResource<Data>(
  session: ProviderSession<Data>,
  typeName: string,
): ResourceDefinition<Data> {
  return findDefinition(session.definition.resources, typeName, "resource type");
}

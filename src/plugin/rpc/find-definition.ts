import type { DataSourceDefinition, ResourceDefinition } from "../provider-definition";
import type { Session } from "./define-call";

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

/** Finds a data source. @throws Error if the provider has none with this name */
export function findDataSource(session: Session, typeName: string): DataSourceDefinition<unknown> {
  return findDefinition(session.definition.dataSources, typeName, "data source");
}

/** Finds a resource type. @throws Error if the provider has none with this name */
export function findResource(session: Session, typeName: string): ResourceDefinition<unknown> {
  return findDefinition(session.definition.resources, typeName, "resource type");
}

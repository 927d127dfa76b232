import type {
  ActionDefinition,
  DataSourceDefinition,
  ListDefinition,
  ResourceDefinition,
} from "../provider-definition";
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

/** Finds an action. @throws Error if the provider has none with this name */
export function findAction(session: Session, typeName: string): ActionDefinition<unknown> {
  return findDefinition(session.definition.actions, typeName, "action");
}

/** Finds a data source. @throws Error if the provider has none with this name */
export function findDataSource(session: Session, typeName: string): DataSourceDefinition<unknown> {
  return findDefinition(session.definition.dataSources, typeName, "data source");
}

/** Returns the lists of resource types, by type. */
export function pickLists(resources: { readonly [typeName: string]: ResourceDefinition<unknown> }): {
  [typeName: string]: ListDefinition<unknown>;
} {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([typeName, { list }]) =>
      list === undefined ? [] : [[typeName, list]],
    ),
  );
}

/** Finds the list of a resource type. @throws Error if its objects cannot be listed */
export function findList(session: Session, typeName: string): ListDefinition<unknown> {
  const { list } = findResource(session, typeName);
  if (list === undefined) throw new Error(`The provider cannot list objects of type ${typeName}.`);
  return list;
}

/** Finds a resource type. @throws Error if the provider has none with this name */
export function findResource(session: Session, typeName: string): ResourceDefinition<unknown> {
  return findDefinition(session.definition.resources, typeName, "resource type");
}

import type { ResourceDefinition } from "../provider-definition";
import type { ProviderSession } from "./provider-session";

/**
 * Finds a resource type's definition.
 *
 * @throws Error if the provider has no such type
 */
export function findResource<Data>(
  session: ProviderSession<Data>,
  typeName: string,
): ResourceDefinition<Data> {
  const { resources } = session.definition;
  const resource = Object.hasOwn(resources, typeName) ? resources[typeName] : undefined;
  if (resource === undefined) {
    throw new Error(
      `The provider has no resource type ${JSON.stringify(typeName)}. It has: ${Object.keys(resources).join(", ")}.`,
    );
  }
  return resource;
}

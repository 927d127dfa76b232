import type { ResourceDefinition } from "../provider-definition";
import { findDefinition } from "./find-definition";
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
  return findDefinition(session.definition.resources, typeName, "resource type");
}

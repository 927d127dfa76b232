import type { DataSourceDefinition } from "../provider-definition";
import { findDefinition } from "./find-definition";
import type { ProviderSession } from "./provider-session";

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

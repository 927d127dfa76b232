import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import type { ReadDataSource_Request, ReadDataSource_Response } from "../protocol/tfplugin6.generated";
import { findDataSource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/**
 * Reads a data source, during the plan, or during apply if its configuration was not known before. Never defers (rule
 * C-39).
 */
export function readDataSource<Data>(
  request: ReadDataSource_Request,
  session: ProviderSession<Data>,
): Promise<ReadDataSource_Response> {
  const { typeName } = request;
  return runCall(
    session,
    { rpc: "ReadDataSource", dataSource: typeName },
    async (context): Promise<ReadDataSource_Response> => {
      const dataSource = findDataSource(session, typeName);
      const { schema } = dataSource;
      const config = decodeRequiredObject(request.config, schema, "configuration");
      const response = await dataSource.read({ config, data: session.data }, context);
      return {
        state: encodeObject(response.state, schema),
        diagnostics: session.report(response.diagnostics),
      };
    },
    // Terraform reads a missing state as null, which it allows only with an error.
    (diagnostics) => ({ state: undefined, diagnostics }),
  );
}

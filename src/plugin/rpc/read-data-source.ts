import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import type { ReadDataSource_Request, ReadDataSource_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import { findDataSource } from "./find-data-source";
import type { ProviderSession } from "./provider-session";

/**
 * Reads a data source. Terraform calls it while it plans, or while it applies where the configuration was not known
 * before. Never defers (rule C-39).
 */
export function readDataSource<Data>(
  request: ReadDataSource_Request,
  session: ProviderSession<Data>,
): Promise<ReadDataSource_Response> {
  const { typeName } = request;
  return answerCall(
    session,
    { rpc: "ReadDataSource", dataSource: typeName },
    async (context): Promise<ReadDataSource_Response> => {
      const dataSource = findDataSource(session, typeName);
      const { schema } = dataSource;
      const config = decodeRequiredObject(request.config, schema, "configuration");
      const answer = await dataSource.read({ config, data: session.data }, context);
      return {
        state: encodeObject(answer.state, schema),
        diagnostics: session.report(answer.diagnostics),
      };
    },
    // Terraform takes no state for null, which it allows only beside an error.
    (diagnostics) => ({ state: undefined, diagnostics }),
  );
}

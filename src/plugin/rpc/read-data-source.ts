import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import type { ReadDataSource_Request, ReadDataSource_Response } from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findDataSource } from "./find-definition";

/**
 * Reads a data source, during the plan, or during apply if its configuration was not known before. Never defers (rule
 * C-39).
 */
export const readDataSource = defineCall<ReadDataSource_Request, ReadDataSource_Response>({
  rpc: "ReadDataSource",
  nameSubject: ({ typeName }) => ({ dataSource: typeName }),
  run: async (request, session, context) => {
    const dataSource = findDataSource(session, request.typeName);
    const { schema } = dataSource;
    const config = decodeRequiredObject(request.config, schema, "configuration");
    const response = await dataSource.read({ config, data: session.data }, context);
    return {
      state: encodeObject(response.state, schema),
      diagnostics: session.report(response.diagnostics),
    };
  },
  // Terraform reads a missing state as null, which it allows only with an error.
  recover: (diagnostics) => ({ state: undefined, diagnostics }),
});

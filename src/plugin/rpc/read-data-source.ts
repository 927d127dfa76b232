import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Reads a data source, during the plan or, if its configuration was not known, the apply. Never defers. */
export const readDataSource: Call<"readDataSource"> = {
  nameSubject: ({ typeName }) => ({ tf_data_source_type: typeName }),
  async run(request, session, context) {
    const dataSource = findDefinition(session.definition.dataSources, request.typeName, "data source");
    const { schema } = dataSource;
    const config = decodeRequiredObject(request.config, schema, "configuration");
    const { state, diagnostics } = await dataSource.read({ config, data: session.data }, context);
    return { state: encodeObject(state, schema), diagnostics };
  },
  // Terraform reads a missing state as null, which it allows only with an error.
  recover: (diagnostics) => ({ state: undefined, diagnostics }),
};

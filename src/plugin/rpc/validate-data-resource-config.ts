import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateDataResourceConfig_Request,
  ValidateDataResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { findDataSource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Checks a data source's configuration; called often, and without the provider being configured (rule C-20). */
export function validateDataResourceConfig<Data>(
  request: ValidateDataResourceConfig_Request,
  session: ProviderSession<Data>,
): Promise<ValidateDataResourceConfig_Response> {
  const { typeName } = request;
  return runCall(
    session,
    { rpc: "ValidateDataResourceConfig", dataSource: typeName },
    async (context) => {
      const dataSource = findDataSource(session, typeName);
      const config = decodeRequiredObject(request.config, dataSource.schema, "configuration");
      const response = await dataSource.validateConfig?.({ config }, context);
      return { diagnostics: session.report(response?.diagnostics ?? []) };
    },
    (diagnostics) => ({ diagnostics }),
  );
}

import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateDataResourceConfig_Request,
  ValidateDataResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findDataSource } from "./find-definition";

/** Checks a data source's configuration; called often, and without the provider being configured (rule C-20). */
export const validateDataResourceConfig = defineCall<
  ValidateDataResourceConfig_Request,
  ValidateDataResourceConfig_Response
>({
  rpc: "ValidateDataResourceConfig",
  nameSubject: ({ typeName }) => ({ dataSource: typeName }),
  run: async (request, session, context) => {
    const dataSource = findDataSource(session, request.typeName);
    const config = decodeRequiredObject(request.config, dataSource.schema, "configuration");
    const response = await dataSource.validateConfig?.({ config }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});

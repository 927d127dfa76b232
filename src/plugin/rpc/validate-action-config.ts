import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateActionConfig_Request,
  ValidateActionConfig_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findAction } from "./find-definition";

/** Checks an action's configuration; without the provider being configured (rule C-20). */
export const validateActionConfig = defineCall<ValidateActionConfig_Request, ValidateActionConfig_Response>({
  rpc: "ValidateActionConfig",
  nameSubject: ({ typeName }) => ({ action: typeName }),
  run: async (request, session, context) => {
    const action = findAction(session, request.typeName);
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    const response = await action.validateConfig?.({ config }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});

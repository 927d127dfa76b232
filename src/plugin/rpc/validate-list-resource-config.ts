import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateListResourceConfig_Request,
  ValidateListResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findList } from "./find-definition";

/** Checks the configuration of a list; without the provider being configured (rule C-20). */
export const validateListResourceConfig = defineCall<
  ValidateListResourceConfig_Request,
  ValidateListResourceConfig_Response
>({
  rpc: "ValidateListResourceConfig",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const list = findList(session, request.typeName);
    const config = decodeRequiredObject(request.config, list.schema, "configuration");
    const response = await list.validateConfig?.({ config }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});

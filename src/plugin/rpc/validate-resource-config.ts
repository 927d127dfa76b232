import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateResourceConfig_Request,
  ValidateResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/** Checks a resource's configuration; called often, and without the provider being configured (rule C-20). */
export const validateResourceConfig = defineCall<
  ValidateResourceConfig_Request,
  ValidateResourceConfig_Response
>({
  rpc: "ValidateResourceConfig",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const resource = findResource(session, request.typeName);
    const config = decodeRequiredObject(request.config, resource.schema, "configuration");
    const response = await resource.validateConfig?.({ config }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});

import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateResourceConfig_Request,
  ValidateResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { findResource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Checks a resource's configuration; called often, and without the provider being configured (rule C-20). */
export function validateResourceConfig<Data>(
  request: ValidateResourceConfig_Request,
  session: ProviderSession<Data>,
): Promise<ValidateResourceConfig_Response> {
  const { typeName } = request;
  return runCall(
    session,
    { rpc: "ValidateResourceConfig", typeName },
    async (context) => {
      const resource = findResource(session, typeName);
      const config = decodeRequiredObject(request.config, resource.schema, "configuration");
      const response = await resource.validateConfig?.({ config }, context);
      return { diagnostics: session.report(response?.diagnostics ?? []) };
    },
    (diagnostics) => ({ diagnostics }),
  );
}

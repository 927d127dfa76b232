import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  ValidateResourceConfig_Request,
  ValidateResourceConfig_Response,
} from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import { findResource } from "./find-resource";
import type { ProviderSession } from "./provider-session";

/** Checks a resource's configuration; called often, and without the provider being configured (rule C-20). */
export function validateResourceConfig<Data>(
  request: ValidateResourceConfig_Request,
  session: ProviderSession<Data>,
): Promise<ValidateResourceConfig_Response> {
  const { typeName } = request;
  return answerCall(
    session,
    { rpc: "ValidateResourceConfig", typeName },
    async (context) => {
      const resource = findResource(session, typeName);
      const config = decodeRequiredObject(request.config, resource.schema, "configuration");
      const answer = await resource.validateConfig?.({ config }, context);
      return { diagnostics: session.report(answer?.diagnostics ?? []) };
    },
    (diagnostics) => ({ diagnostics }),
  );
}

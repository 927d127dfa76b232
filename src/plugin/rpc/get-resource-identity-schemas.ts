import { toProtocolIdentitySchema } from "../convert/to-protocol-identity";
import type {
  GetResourceIdentitySchemas_Request,
  GetResourceIdentitySchemas_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";

/** Returns the schemas of identities, by resource type. */
export const getResourceIdentitySchemas = defineCall<
  GetResourceIdentitySchemas_Request,
  GetResourceIdentitySchemas_Response
>({
  rpc: "GetResourceIdentitySchemas",
  run: async (_request, { definition }) => ({
    identitySchemas: new Map(
      Object.entries(definition.resources).flatMap(([typeName, { identity }]) =>
        identity === undefined ? [] : [[typeName, toProtocolIdentitySchema(identity)]],
      ),
    ),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ identitySchemas: new Map(), diagnostics }),
});

import { mapEntries, toProtocolIdentitySchema } from "../convert/to-protocol-schema";
import type { Call } from "./handle-call";

/** Returns the schemas of identities, by resource type. */
export const getResourceIdentitySchemas: Call<"getResourceIdentitySchemas"> = {
  run: async (_request, { definition }) => ({
    identitySchemas: mapEntries(definition.resources, ({ identity }) => toProtocolIdentitySchema(identity)),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ identitySchemas: new Map(), diagnostics }),
};

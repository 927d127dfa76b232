import { decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import type { ReadResource_Request, ReadResource_Response } from "../protocol/tfplugin6.generated";
import { checkIdentity } from "./check-identity";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/** Reads a resource. After an exception state, private state and identity are unchanged (rules C-57, C-60). */
export const readResource = defineCall<ReadResource_Request, ReadResource_Response>({
  rpc: "ReadResource",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async ({ typeName, currentState, private: currentPrivate, currentIdentity }, session, context) => {
    const resource = findResource(session, typeName);
    const { schema } = resource;
    const state = decodeRequiredObject(currentState, schema, "state");
    const faults = checkIdentity(resource, currentIdentity, state);
    if (faults.length > 0) {
      const newState = encodeObject(state, schema);
      return {
        newState,
        private: currentPrivate,
        diagnostics: session.report(faults),
        newIdentity: currentIdentity,
      };
    }
    const response = await resource.read({ state, private: currentPrivate, data: session.data }, context);
    return {
      newState: encodeObject(response.state, schema),
      private: toBuffer(response.private ?? currentPrivate),
      diagnostics: session.report(response.diagnostics),
      newIdentity: toProtocolIdentity(resource, response.state),
    };
  },
  recover: (diagnostics, { currentState, private: currentPrivate, currentIdentity }) => ({
    newState: currentState,
    private: currentPrivate,
    diagnostics,
    newIdentity: currentIdentity,
  }),
});

import { decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import type { ReadResource_Request, ReadResource_Response } from "../protocol/tfplugin6.generated";
import { findResource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Reads a resource. After an exception state and private state are unchanged (rules C-57, C-60). */
export function readResource<Data>(
  request: ReadResource_Request,
  session: ProviderSession<Data>,
): Promise<ReadResource_Response> {
  const { typeName, currentState, private: currentPrivate } = request;
  return runCall(
    session,
    { rpc: "ReadResource", typeName },
    async (context) => {
      const resource = findResource(session, typeName);
      const { schema } = resource;
      const response = await resource.read(
        {
          state: decodeRequiredObject(currentState, schema, "state"),
          private: currentPrivate,
          data: session.data,
        },
        context,
      );
      return {
        newState: encodeObject(response.state, schema),
        private: toBuffer(response.private ?? currentPrivate),
        diagnostics: session.report(response.diagnostics),
      };
    },
    (diagnostics) => ({ newState: currentState, private: currentPrivate, diagnostics }),
  );
}

import { decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import type { ReadResource_Request, ReadResource_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import { findResource } from "./find-resource";
import type { ProviderSession } from "./provider-session";

/** Reads a resource. After an exception the state and its private part are what they were (rules C-57, C-60). */
export function readResource<Data>(
  request: ReadResource_Request,
  session: ProviderSession<Data>,
): Promise<ReadResource_Response> {
  const { typeName, currentState, private: currentPrivate } = request;
  return answerCall(
    session,
    { rpc: "ReadResource", typeName },
    async (context) => {
      const resource = findResource(session, typeName);
      const { schema } = resource;
      const answer = await resource.read(
        {
          state: decodeRequiredObject(currentState, schema, "state"),
          private: currentPrivate,
          data: session.data,
        },
        context,
      );
      return {
        newState: encodeObject(answer.state, schema),
        private: toBuffer(answer.private ?? currentPrivate),
        diagnostics: session.report(answer.diagnostics),
      };
    },
    (diagnostics) => ({ newState: currentState, private: currentPrivate, diagnostics }),
  );
}

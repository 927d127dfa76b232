import { decodeObject, decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
import type {
  ApplyResourceChange_Request,
  ApplyResourceChange_Response,
} from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { findResource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/**
 * Applies a planned change: create, update or delete. It counts as a write until it has returned, so that the process
 * does not end in between. After an exception the state is the prior one (rules C-52 to C-56): null after a failed create.
 */
export function applyResourceChange<Data>(
  request: ApplyResourceChange_Request,
  session: ProviderSession<Data>,
): Promise<ApplyResourceChange_Response> {
  const { typeName, priorState, plannedPrivate } = request;
  return session.work.track(() =>
    runCall(
      session,
      { rpc: "ApplyResourceChange", typeName },
      async (context): Promise<ApplyResourceChange_Response> => {
        const resource = findResource(session, typeName);
        if (session.signals.isEnding) {
          return {
            newState: priorState,
            private: plannedPrivate,
            diagnostics: session.report([isEnding]),
            legacyTypeSystem: false,
          };
        }
        const response = await applyChange(resource, request, session.data, context);
        return {
          newState: encodeObject(response.state, resource.schema),
          private: toBuffer(response.private ?? plannedPrivate),
          diagnostics: session.report(response.diagnostics),
          legacyTypeSystem: false,
        };
      },
      (diagnostics) => ({
        newState: priorState,
        private: plannedPrivate,
        diagnostics,
        legacyTypeSystem: false,
      }),
    ),
  );
}

const isEnding: Diagnostic = {
  severity: "error",
  summary: "Provider is stopping",
  detail: "The provider was told to stop before it started this change. Nothing was changed. Run this again.",
};

async function applyChange<Data>(
  resource: ResourceDefinition<Data>,
  request: ApplyResourceChange_Request,
  data: Data | undefined,
  context: CallContext,
): Promise<StateResponse> {
  const { schema } = resource;
  const { plannedPrivate } = request;
  const prior = decodeObject(request.priorState, schema);
  const planned = decodeObject(request.plannedState, schema);
  if (planned === null) {
    if (prior === null) return { state: null, diagnostics: [] };
    return resource.delete({ prior, plannedPrivate, data }, context);
  }
  const config = decodeRequiredObject(request.config, schema, "configuration");
  if (prior === null) return resource.create({ config, planned, plannedPrivate, data }, context);
  return resource.update({ config, planned, prior, plannedPrivate, data }, context);
}

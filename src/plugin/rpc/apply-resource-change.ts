import { decodeObject, decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import type {
  ApplyResourceChange_Request,
  ApplyResourceChange_Response,
} from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { type CallHandler, defineCall } from "./define-call";
import { findResource } from "./find-definition";
import { IS_STOPPING } from "./is-stopping";

/**
 * Applies a planned change: create, update or delete. It counts as a write until it has returned, so that the process
 * does not end in between. After an exception the state is the prior one (rules C-52 to C-56): null after a failed create.
 */
export const applyResourceChange: CallHandler<ApplyResourceChange_Request, ApplyResourceChange_Response> = (
  request,
  session,
) => session.work.track(() => apply(request, session));

const apply = defineCall<ApplyResourceChange_Request, ApplyResourceChange_Response>({
  rpc: "ApplyResourceChange",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const resource = findResource(session, request.typeName);
    if (session.signals.isEnding) return keepState(session.report([IS_STOPPING]), request);
    const response = await applyChange(resource, request, session.data, context);
    return {
      newState: encodeObject(response.state, resource.schema),
      private: toBuffer(response.private ?? request.plannedPrivate),
      diagnostics: session.report(response.diagnostics),
      legacyTypeSystem: false,
      newIdentity: toProtocolIdentity(resource, response.state),
    };
  },
  recover: keepState,
});

function keepState(
  diagnostics: ApplyResourceChange_Response["diagnostics"],
  { priorState, plannedPrivate, plannedIdentity }: ApplyResourceChange_Request,
): ApplyResourceChange_Response {
  return {
    newState: priorState,
    private: plannedPrivate,
    diagnostics,
    legacyTypeSystem: false,
    newIdentity: plannedIdentity,
  };
}

async function applyChange(
  resource: ResourceDefinition<unknown>,
  request: ApplyResourceChange_Request,
  data: unknown,
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

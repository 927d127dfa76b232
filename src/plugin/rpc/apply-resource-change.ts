import { decodeObject, decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import type { ApplyResourceChange_Request } from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Applies a change. After an exception the state is the prior one: null after a failed create. */
export const applyResourceChange: Call<"applyResourceChange"> = {
  isWrite: true,
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run(request, session, context) {
    const resource = findDefinition(session.definition.resources, request.typeName, "resource type");
    const response = await applyChange(resource, request, session.data, context);
    return {
      newState: encodeObject(response.state, resource.schema),
      private: toBuffer(response.private ?? request.plannedPrivate),
      diagnostics: response.diagnostics,
      legacyTypeSystem: false,
      newIdentity: toProtocolIdentity(resource, response.state),
    };
  },
  recover: (diagnostics, { priorState, plannedPrivate, plannedIdentity }) => ({
    newState: priorState,
    private: plannedPrivate,
    diagnostics,
    legacyTypeSystem: false,
    newIdentity: plannedIdentity,
  }),
};

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

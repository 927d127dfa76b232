import {
  decodeDynamic,
  decodeObject,
  decodeRequiredObject,
  encodeObject,
  toBuffer,
} from "../convert/dynamic-value";
import { toProtocolPath } from "../convert/to-protocol-diagnostics";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import type { Diagnostic } from "../diagnostic";
import type { ApplyResourceChange_Request, ResourceIdentityData } from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { toObjectType } from "../to-object-type";
import { isObjectValue, makeObject, type ObjectValue } from "../value";
import { findDefinition } from "./find-definition";
import type { Calls, RequestOf, ResponseOf } from "./handle-call";

export const RESOURCE_CALLS = {
  /** After an exception, returns state, private state and identity unchanged. */
  readResource: {
    nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
    async run(request, session, context) {
      const resource = findDefinition(session.definition.resources, request.typeName, "resource type");
      const { schema } = resource;
      const state = decodeRequiredObject(request.currentState, schema, "state");
      const faults = checkIdentity(resource, request.currentIdentity, state);
      if (faults.length > 0) return keepState(faults, request);
      const response = await resource.read({ state, private: request.private, data: session.data }, context);
      return {
        newState: encodeObject(response.state, schema),
        private: toBuffer(response.private ?? request.private),
        diagnostics: response.diagnostics,
        newIdentity: toProtocolIdentity(resource, response.state),
      };
    },
    recover: keepState,
  },
  /** For a destroy, Terraform sends neither a configuration nor a proposed state. */
  planResourceChange: {
    nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
    async run(request, session, context) {
      const { priorPrivate } = request;
      const resource = findDefinition(session.definition.resources, request.typeName, "resource type");
      const { schema } = resource;
      const response = await resource.plan(
        {
          config: decodeObject(request.config, schema) ?? makeObject(toObjectType(schema.attributes), {}),
          prior: decodeObject(request.priorState, schema),
          proposed: decodeObject(request.proposedNewState, schema),
          priorPrivate,
          data: session.data,
        },
        context,
      );
      return {
        plannedState: encodeObject(response.planned, schema),
        requiresReplace: (response.requiresReplace ?? []).map(toProtocolPath),
        plannedPrivate: toBuffer(response.plannedPrivate ?? priorPrivate),
        diagnostics: response.diagnostics,
        legacyTypeSystem: false,
        plannedIdentity: toProtocolIdentity(resource, response.planned),
      };
    },
    recover: (diagnostics, { priorState, priorPrivate }) => ({
      plannedState: priorState,
      plannedPrivate: priorPrivate,
      diagnostics,
    }),
  },
  /** After an exception, returns the prior state, which is null for a create. */
  applyResourceChange: {
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
      newIdentity: plannedIdentity,
    }),
  },
} satisfies Partial<Calls>;

function keepState(
  diagnostics: readonly Diagnostic[],
  { currentState, private: currentPrivate, currentIdentity }: RequestOf<"readResource">,
): ResponseOf<"readResource"> {
  return { newState: currentState, private: currentPrivate, diagnostics, newIdentity: currentIdentity };
}

/** Returns an error if the identity and the attributes in one state name different objects. */
function checkIdentity(
  { identity }: ResourceDefinition<unknown>,
  data: ResourceIdentityData | undefined,
  state: ObjectValue,
): Diagnostic[] {
  if (data?.identityData === undefined) return [];
  const stored = decodeDynamic(data.identityData, toObjectType(identity.attributes));
  const current = identity.getIdentity(state);
  if (!isObjectValue(stored) || current === null || identity.isSame(stored, current)) return [];
  return [
    {
      severity: "error",
      summary: "State contradicts itself",
      detail:
        `The identity in the state is ${show(stored)}, but the attributes beside it say ${show(current)}. Was the state ` +
        "edited by hand? Nothing was changed. Restore a backup, or remove the resource from the state " +
        "(terraform state rm ADDRESS) and import it again.",
    },
  ];
}

function show(identity: ObjectValue): string {
  return JSON.stringify(Object.fromEntries(identity));
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

import { decodeObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolPath } from "../convert/to-protocol-diagnostics";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { toObjectType } from "../to-object-type";
import { makeObject } from "../value";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Plans a change. A destroy has neither configuration nor proposed state. Never defers. */
export const planResourceChange: Call<"planResourceChange"> = {
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
    requiresReplace: [],
    plannedPrivate: priorPrivate,
    diagnostics,
    legacyTypeSystem: false,
    plannedIdentity: undefined,
  }),
};

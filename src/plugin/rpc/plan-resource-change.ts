import { decodeObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolPath } from "../convert/to-protocol-diagnostics";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import type {
  PlanResourceChange_Request,
  PlanResourceChange_Response,
} from "../protocol/tfplugin6.generated";
import { toObjectType } from "../schema/to-object-type";
import { makeObject } from "../values/value";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/** Plans a change. A destroy has neither configuration nor proposed state (rule C-41). Never defers (C-39). */
export const planResourceChange = defineCall<PlanResourceChange_Request, PlanResourceChange_Response>({
  rpc: "PlanResourceChange",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const { priorPrivate } = request;
    const resource = findResource(session, request.typeName);
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
      diagnostics: session.report(response.diagnostics),
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
});

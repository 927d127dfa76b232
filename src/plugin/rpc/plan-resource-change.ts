import { decodeObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolPath } from "../convert/to-protocol-path";
import type {
  PlanResourceChange_Request,
  PlanResourceChange_Response,
} from "../protocol/tfplugin6.generated";
import { toObjectType } from "../schema/to-object-type";
import { makeObject } from "../values/make-object";
import { answerCall } from "./answer-call";
import { findResource } from "./find-resource";
import type { ProviderSession } from "./provider-session";

/** Plans a change. A destroy comes with neither configuration nor proposal (rule C-41). Never defers (C-39). */
export function planResourceChange<Data>(
  request: PlanResourceChange_Request,
  session: ProviderSession<Data>,
): Promise<PlanResourceChange_Response> {
  const { typeName, priorState, priorPrivate } = request;
  return answerCall(
    session,
    { rpc: "PlanResourceChange", typeName },
    async (context): Promise<PlanResourceChange_Response> => {
      const resource = findResource(session, typeName);
      const { schema } = resource;
      const answer = await resource.plan(
        {
          config: decodeObject(request.config, schema) ?? makeObject(toObjectType(schema.attributes), {}),
          prior: decodeObject(priorState, schema),
          proposed: decodeObject(request.proposedNewState, schema),
          priorPrivate,
          data: session.data,
        },
        context,
      );
      return {
        plannedState: encodeObject(answer.planned, schema),
        requiresReplace: (answer.requiresReplace ?? []).map(toProtocolPath),
        plannedPrivate: toBuffer(answer.plannedPrivate ?? priorPrivate),
        diagnostics: session.report(answer.diagnostics),
        legacyTypeSystem: false,
      };
    },
    (diagnostics) => ({
      plannedState: priorState,
      requiresReplace: [],
      plannedPrivate: priorPrivate,
      diagnostics,
      legacyTypeSystem: false,
    }),
  );
}

import { decodeObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolPath } from "../convert/to-protocol-diagnostics";
import type {
  PlanResourceChange_Request,
  PlanResourceChange_Response,
} from "../protocol/tfplugin6.generated";
import { toObjectType } from "../schema/to-object-type";
import { makeObject } from "../values/value";
import { findResource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Plans a change. A destroy has neither configuration nor proposed state (rule C-41). Never defers (C-39). */
export function planResourceChange<Data>(
  request: PlanResourceChange_Request,
  session: ProviderSession<Data>,
): Promise<PlanResourceChange_Response> {
  const { typeName, priorState, priorPrivate } = request;
  return runCall(
    session,
    { rpc: "PlanResourceChange", typeName },
    async (context): Promise<PlanResourceChange_Response> => {
      const resource = findResource(session, typeName);
      const { schema } = resource;
      const response = await resource.plan(
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
        plannedState: encodeObject(response.planned, schema),
        requiresReplace: (response.requiresReplace ?? []).map(toProtocolPath),
        plannedPrivate: toBuffer(response.plannedPrivate ?? priorPrivate),
        diagnostics: session.report(response.diagnostics),
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

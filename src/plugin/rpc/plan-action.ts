import { decodeRequiredObject } from "../convert/dynamic-value";
import type { PlanAction_Request, PlanAction_Response } from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findAction } from "./find-definition";

/** Plans the invocation of an action; its configuration may contain unknown values. */
export const planAction = defineCall<PlanAction_Request, PlanAction_Response>({
  rpc: "PlanAction",
  nameSubject: ({ actionType }) => ({ action: actionType }),
  run: async (request, session, context) => {
    const action = findAction(session, request.actionType);
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    const response = await action.plan?.({ config, data: session.data }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});

import { decodeRequiredObject } from "../convert/dynamic-value";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Plans the invocation of an action; its configuration may contain unknown values. */
export const planAction: Call<"planAction"> = {
  nameSubject: ({ actionType }) => ({ tf_action_type: actionType }),
  async run(request, session, context) {
    const action = findDefinition(session.definition.actions, request.actionType, "action");
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    return action.plan({ config, data: session.data }, context);
  },
  recover: (diagnostics) => ({ diagnostics }),
};

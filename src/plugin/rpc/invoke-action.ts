import { decodeRequiredObject } from "../convert/dynamic-value";
import { type Diagnostic, isError } from "../diagnostic";
import type { InvokeAction_Event } from "../protocol/tfplugin6.generated";
import { ActionProgress } from "./action-progress";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";
import type { ProviderSession } from "./provider-session";

/** Invokes an action. The last event is its completion. After a stop it is the only one. */
export const invokeAction: Call<"invokeAction"> = {
  isWrite: true,
  nameSubject: ({ actionType }) => ({ tf_action_type: actionType }),
  async run(request, session, context, send) {
    const action = findDefinition(session.definition.actions, request.actionType, "action");
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    const progress = new ActionProgress(context.stopSignal, (message) => {
      void send({ type: { $case: "progress", value: { message } } });
    });
    const report = (message: string): void => {
      progress.report(session.cleanLine(message));
    };
    const invocation = action.invoke({ config, data: session.data }, context, report);
    const { diagnostics } = await invocation.catch(async (error: unknown) => {
      await progress.end({ hasFailed: true });
      throw error;
    });
    const hasFailed = diagnostics.some(isError);
    const { unsent, isUnheard } = await progress.end({ hasFailed });
    // An error must be seen. A success needs no completion: Terraform takes the end of the stream for one.
    if (isUnheard && !hasFailed) return undefined;
    if (hasFailed || unsent.length === 0) return createCompleted(diagnostics, session);
    const summary = "Completed after the interrupt";
    const late = { severity: "warning", summary, detail: unsent.join("\n") } as const;
    return createCompleted([...diagnostics, late], session);
  },
  recover: (diagnostics, _request, session) => createCompleted(diagnostics, session),
};

function createCompleted(diagnostics: readonly Diagnostic[], session: ProviderSession): InvokeAction_Event {
  return { type: { $case: "completed", value: { diagnostics: session.report(diagnostics) } } };
}

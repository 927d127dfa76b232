import { decodeRequiredObject } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
import type {
  InvokeAction_Event,
  InvokeAction_Request,
  Diagnostic as ProtocolDiagnostic,
} from "../protocol/tfplugin6.generated";
import { ActionProgress } from "./action-progress";
import { defineStream, type StreamCallHandler } from "./define-call";
import { findAction } from "./find-definition";
import { IS_STOPPING } from "./is-stopping";

/**
 * Invokes an action. It counts as a write until it has completed, so that the process does not end in between. The last
 * event is its completion. After a stop it is the only one (rule F-13c).
 */
export const invokeAction: StreamCallHandler<InvokeAction_Request, InvokeAction_Event> = (
  request,
  send,
  session,
) => session.work.track(() => invoke(request, send, session));

const invoke = defineStream<InvokeAction_Request, InvokeAction_Event>({
  rpc: "InvokeAction",
  nameSubject: ({ actionType }) => ({ action: actionType }),
  run: async (request, send, session, context) => {
    const action = findAction(session, request.actionType);
    if (session.signals.isEnding) {
      await send(createCompleted(session.report([IS_STOPPING])));
      return;
    }
    const config = decodeRequiredObject(request.config, action.schema, "configuration");
    const progress = new ActionProgress(context.stopSignal, (message) => {
      void send({ type: { $case: "progress", value: { message } } });
    });
    const report = (message: string): void => {
      progress.report(session.cleanLine(message));
    };
    const { diagnostics } = await action
      .invoke({ config, data: session.data }, context, report)
      .catch(async (error: unknown) => {
        await progress.end(true);
        throw error;
      });
    const hasFailed = diagnostics.some(({ severity }) => severity === "error");
    const { unsent, isUnheard } = await progress.end(hasFailed);
    // An error must be seen. A success needs no completion: Terraform takes the end of the stream for one.
    if (isUnheard && !hasFailed) return;
    const late = hasFailed || unsent.length === 0 ? [] : [describeUnsent(unsent)];
    await send(createCompleted(session.report([...diagnostics, ...late])));
  },
  recover: createCompleted,
});

/** Says what a success after a stop has done, because its progress was not sent. An error says so itself. */
function describeUnsent(lines: readonly string[]): Diagnostic {
  return { severity: "warning", summary: "Completed after the interrupt", detail: lines.join("\n") };
}

function createCompleted(diagnostics: ProtocolDiagnostic[]): InvokeAction_Event {
  return { type: { $case: "completed", value: { diagnostics } } };
}

import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  InvokeAction_Event,
  InvokeAction_Request,
  Diagnostic as ProtocolDiagnostic,
} from "../protocol/tfplugin6.generated";
import { defineStream, type StreamCallHandler } from "./define-call";
import { findAction } from "./find-definition";
import { IS_STOPPING } from "./is-stopping";

/**
 * Invokes an action. It counts as a write until it has completed, so that the process does not end in between. The last
 * event is always its completion.
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
    let isOver = false;
    const report = (message: string): void => {
      if (isOver) return;
      const progress = { message: session.cleanLine(message) };
      void send({ type: { $case: "progress", value: progress } });
    };
    const { diagnostics } = await action
      .invoke({ config, data: session.data }, context, report)
      .finally(() => {
        isOver = true;
      });
    await send(createCompleted(session.report(diagnostics)));
  },
  recover: createCompleted,
});

function createCompleted(diagnostics: ProtocolDiagnostic[]): InvokeAction_Event {
  return { type: { $case: "completed", value: { diagnostics } } };
}

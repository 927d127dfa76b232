import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeRequiredObject } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
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
 * event is always its completion. After a stop it is the only one: Terraform 1.15 stops listening at the first event
 * after a stop, and crashes at the second (rule F-13c).
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
    let reported = Promise.resolve();
    const unsent: string[] = [];
    const sendProgress = async (message: string): Promise<void> => {
      // A stop that has arrived already is handled first.
      await nextTurn();
      await nextTurn();
      if (context.stopSignal.aborted) unsent.push(message);
      else void send({ type: { $case: "progress", value: { message } } });
    };
    const report = (message: string): void => {
      if (isOver) return;
      const line = session.cleanLine(message);
      reported = reported.then(() => sendProgress(line));
    };
    const { diagnostics } = await action
      .invoke({ config, data: session.data }, context, report)
      .finally(async () => {
        isOver = true;
        await reported;
      });
    const hasFailed = diagnostics.some(({ severity }) => severity === "error");
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

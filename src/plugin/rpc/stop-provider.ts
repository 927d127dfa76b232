import type { StopProvider_Request, StopProvider_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";

/** Tells running calls to end waiting and answers at once: Terraform hangs until it has this answer (C-74). */
export function stopProvider<Data>(
  _request: StopProvider_Request,
  session: ProviderSession<Data>,
): Promise<StopProvider_Response> {
  return answerCall(
    session,
    { rpc: "StopProvider" },
    async () => {
      session.signals.stop();
      return { Error: "" };
    },
    (diagnostics) => ({ Error: diagnostics.map(({ detail }) => detail).join("\n") }),
  );
}

import type { StopProvider_Request, StopProvider_Response } from "../protocol/tfplugin6.generated";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Makes in-progress calls stop waiting. Returns at once, because Terraform waits for this response (C-74). */
export function stopProvider<Data>(
  _request: StopProvider_Request,
  session: ProviderSession<Data>,
): Promise<StopProvider_Response> {
  return runCall(
    session,
    { rpc: "StopProvider" },
    async () => {
      session.signals.stop();
      return { Error: "" };
    },
    (diagnostics) => ({ Error: diagnostics.map(({ detail }) => detail).join("\n") }),
  );
}

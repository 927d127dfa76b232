import type { StopProvider_Request, StopProvider_Response } from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";

/** Makes in-progress calls stop waiting. Returns at once, because Terraform waits for this response (C-74). */
export const stopProvider = defineCall<StopProvider_Request, StopProvider_Response>({
  rpc: "StopProvider",
  run: async (_request, session) => {
    session.signals.stop();
    return { Error: "" };
  },
  recover: (diagnostics) => ({ Error: diagnostics.map(({ detail }) => detail).join("\n") }),
});

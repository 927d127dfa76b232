import { type handleUnaryCall, status } from "@grpc/grpc-js";
import type { ProviderServer } from "../protocol/tfplugin6.generated";
import { applyResourceChange } from "../rpc/apply-resource-change";
import { configureProvider } from "../rpc/configure-provider";
import { getMetadata } from "../rpc/get-metadata";
import { getProviderSchema } from "../rpc/get-provider-schema";
import { importResourceState } from "../rpc/import-resource-state";
import { planResourceChange } from "../rpc/plan-resource-change";
import type { ProviderSession } from "../rpc/provider-session";
import { readResource } from "../rpc/read-resource";
import { stopProvider } from "../rpc/stop-provider";
import { upgradeResourceState } from "../rpc/upgrade-resource-state";
import { validateProviderConfig } from "../rpc/validate-provider-config";
import { validateResourceConfig } from "../rpc/validate-resource-config";

/** Joins the calls of protocol 6 to gRPC. A call that is not here is answered UNIMPLEMENTED (rule C-06). */
export function createProviderService<Data>(session: ProviderSession<Data>): ProviderServer {
  const unary =
    <Request, Response>(
      answer: (request: Request, session: ProviderSession<Data>) => Promise<Response>,
    ): handleUnaryCall<Request, Response> =>
    (call, callback) => {
      answer(call.request, session).then(
        (response) => {
          callback(null, response);
        },
        (error: unknown) => {
          // Only a fault of the SDK itself comes here; the message could hold anything.
          session.log("error", "The call was not answered", { error });
          callback({ code: status.INTERNAL, details: "The provider failed; see its log." });
        },
      );
    };
  return {
    getMetadata: unary(getMetadata),
    getProviderSchema: unary(getProviderSchema),
    validateProviderConfig: unary(validateProviderConfig),
    validateResourceConfig: unary(validateResourceConfig),
    upgradeResourceState: unary(upgradeResourceState),
    configureProvider: unary(configureProvider),
    readResource: unary(readResource),
    planResourceChange: unary(planResourceChange),
    applyResourceChange: unary(applyResourceChange),
    importResourceState: unary(importResourceState),
    stopProvider: unary(stopProvider),
  };
}

import { type handleUnaryCall, status } from "@grpc/grpc-js";
import type { ProviderServer } from "../protocol/tfplugin6.generated";
import type * as Calls from "../rpc/provider-calls";
import type { ProviderSession } from "../rpc/provider-session";

type ProviderCalls = typeof Calls;

type Answer<Data, Request, Response> = (
  request: Request,
  session: ProviderSession<Data>,
) => Promise<Response>;

/** Loads what answers calls, provider included. Done after the handshake, so that the start does not wait for it. */
export async function loadCalls<Data>(session: ProviderSession<Data>): Promise<ProviderCalls> {
  const [calls] = await Promise.all([import("../rpc/provider-calls"), session.load()]);
  return calls;
}

/** Joins the calls of protocol 6 to gRPC. A call that is not here is answered UNIMPLEMENTED (rule C-06). */
export function createProviderService<Data>(session: ProviderSession<Data>): ProviderServer {
  const unary =
    <Request, Response>(
      pick: (calls: ProviderCalls) => Answer<Data, Request, Response>,
    ): handleUnaryCall<Request, Response> =>
    (call, callback) => {
      const answer = async (): Promise<Response> => pick(await loadCalls(session))(call.request, session);
      answer().then(
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
    getMetadata: unary((calls) => calls.getMetadata),
    getProviderSchema: unary((calls) => calls.getProviderSchema),
    validateProviderConfig: unary((calls) => calls.validateProviderConfig),
    validateResourceConfig: unary((calls) => calls.validateResourceConfig),
    validateDataResourceConfig: unary((calls) => calls.validateDataResourceConfig),
    upgradeResourceState: unary((calls) => calls.upgradeResourceState),
    configureProvider: unary((calls) => calls.configureProvider),
    readResource: unary((calls) => calls.readResource),
    planResourceChange: unary((calls) => calls.planResourceChange),
    applyResourceChange: unary((calls) => calls.applyResourceChange),
    importResourceState: unary((calls) => calls.importResourceState),
    moveResourceState: unary((calls) => calls.moveResourceState),
    readDataSource: unary((calls) => calls.readDataSource),
    getFunctions: unary((calls) => calls.getFunctions),
    callFunction: unary((calls) => calls.callFunction),
    stopProvider: unary((calls) => calls.stopProvider),
  };
}

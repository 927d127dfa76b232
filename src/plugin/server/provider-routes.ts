import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import { createUnaryRoute, type Route, type UnaryHandler } from "../grpc/route";
import type { Method } from "../grpc/service";
import { ProviderService } from "../protocol/services";
import { applyResourceChange } from "../rpc/apply-resource-change";
import { callFunction } from "../rpc/call-function";
import { configureProvider } from "../rpc/configure-provider";
import { getFunctions } from "../rpc/get-functions";
import { getMetadata } from "../rpc/get-metadata";
import { getProviderSchema } from "../rpc/get-provider-schema";
import { importResourceState } from "../rpc/import-resource-state";
import { moveResourceState } from "../rpc/move-resource-state";
import { planResourceChange } from "../rpc/plan-resource-change";
import type { ProviderSession } from "../rpc/provider-session";
import { readDataSource } from "../rpc/read-data-source";
import { readResource } from "../rpc/read-resource";
import { stopProvider } from "../rpc/stop-provider";
import { upgradeResourceState } from "../rpc/upgrade-resource-state";
import { validateDataResourceConfig } from "../rpc/validate-data-resource-config";
import { validateProviderConfig } from "../rpc/validate-provider-config";
import { validateResourceConfig } from "../rpc/validate-resource-config";

/** Joins the calls of protocol 6 to gRPC. A call that is not here is answered UNIMPLEMENTED (rule C-06). */
export function createProviderRoutes<Data>(session: ProviderSession<Data>): readonly Route[] {
  const join = <Request, Response>(
    method: Method<Request, Response>,
    answer: (request: Request, session: ProviderSession<Data>) => Promise<Response>,
  ): Route => createUnaryRoute(method, guard(session, answer));
  return [
    join(ProviderService.getMetadata, getMetadata),
    join(ProviderService.getProviderSchema, getProviderSchema),
    join(ProviderService.validateProviderConfig, validateProviderConfig),
    join(ProviderService.validateResourceConfig, validateResourceConfig),
    join(ProviderService.validateDataResourceConfig, validateDataResourceConfig),
    join(ProviderService.upgradeResourceState, upgradeResourceState),
    join(ProviderService.configureProvider, configureProvider),
    join(ProviderService.readResource, readResource),
    join(ProviderService.planResourceChange, planResourceChange),
    join(ProviderService.applyResourceChange, applyResourceChange),
    join(ProviderService.importResourceState, importResourceState),
    join(ProviderService.moveResourceState, moveResourceState),
    join(ProviderService.readDataSource, readDataSource),
    join(ProviderService.getFunctions, getFunctions),
    join(ProviderService.callFunction, callFunction),
    join(ProviderService.stopProvider, stopProvider),
  ];
}

function guard<Data, Request, Response>(
  session: ProviderSession<Data>,
  answer: (request: Request, session: ProviderSession<Data>) => Promise<Response>,
): UnaryHandler<Request, Response> {
  return async (request) => {
    try {
      return await answer(request, session);
    } catch (error) {
      // Only a fault of the SDK itself comes here; the message could hold anything.
      session.log("error", "The call was not answered", { error });
      throw new GrpcError(GRPC_STATUS.INTERNAL, "The provider failed; see its log.");
    }
  };
}

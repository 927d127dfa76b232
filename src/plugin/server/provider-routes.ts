import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import { createUnaryRoute, type Route, type UnaryHandler } from "../grpc/route";
import type { Method } from "../grpc/service";
import { ProviderService } from "../protocol/services";
import { applyResourceChange } from "../rpc/apply-resource-change";
import { callFunction } from "../rpc/call-function";
import { configureProvider } from "../rpc/configure-provider";
import type { CallHandler, Session } from "../rpc/define-call";
import { getFunctions } from "../rpc/get-functions";
import { getMetadata } from "../rpc/get-metadata";
import { getProviderSchema } from "../rpc/get-provider-schema";
import { importResourceState } from "../rpc/import-resource-state";
import { moveResourceState } from "../rpc/move-resource-state";
import { planResourceChange } from "../rpc/plan-resource-change";
import { ProviderSession, type SessionOptions } from "../rpc/provider-session";
import { readDataSource } from "../rpc/read-data-source";
import { readResource } from "../rpc/read-resource";
import { stopProvider } from "../rpc/stop-provider";
import { upgradeResourceState } from "../rpc/upgrade-resource-state";
import { validateDataResourceConfig } from "../rpc/validate-data-resource-config";
import { validateProviderConfig } from "../rpc/validate-provider-config";
import { validateResourceConfig } from "../rpc/validate-resource-config";
import { createGoPluginRoutes } from "./go-plugin-routes";

/** Creates the routes of protocol 6. Any other call returns UNIMPLEMENTED (rule C-06). */
export function createProviderRoutes(session: Session): readonly Route[] {
  const join = <Request, Response>(
    method: Method<Request, Response>,
    handle: CallHandler<Request, Response>,
  ): Route => createUnaryRoute(method, guard(session, handle));
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

function guard<Request, Response>(
  session: Session,
  handle: CallHandler<Request, Response>,
): UnaryHandler<Request, Response> {
  return async (request) => {
    try {
      return await handle(request, session);
    } catch (error) {
      // Only a bug in the SDK itself can throw here; its message could contain anything.
      session.log("error", "The call failed", { error });
      throw new GrpcError(GRPC_STATUS.INTERNAL, "The provider failed; see its log.");
    }
  };
}

/**
 * Creates all routes of a plugin, by path. This module and its imports are loaded after the handshake, which therefore
 * does not wait for them (rule G-14).
 * @param onShutdown - called after the response to Shutdown was sent
 */
export async function createRoutes<Data>(
  options: SessionOptions<Data>,
  onShutdown: () => void,
): Promise<ReadonlyMap<string, Route>> {
  const session = new ProviderSession(options);
  // Load now, not with the first call, while the host sets up its side of the connection.
  await session.load();
  const routes = [...createGoPluginRoutes(onShutdown), ...createProviderRoutes(session)];
  return new Map(routes.map((route) => [route.path, route]));
}

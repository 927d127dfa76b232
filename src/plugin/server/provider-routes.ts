import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import { createStreamRoute, createUnaryRoute, type Route } from "../grpc/route";
import type { Method } from "../grpc/service";
import { boundHeap } from "../lifecycle/bound-heap";
import { ProviderService } from "../protocol/provider-service";
import { applyResourceChange } from "../rpc/apply-resource-change";
import { callFunction } from "../rpc/call-function";
import { configureProvider } from "../rpc/configure-provider";
import type { CallHandler, Session, StreamCallHandler } from "../rpc/define-call";
import { getFunctions } from "../rpc/get-functions";
import { getMetadata } from "../rpc/get-metadata";
import { getProviderSchema } from "../rpc/get-provider-schema";
import { getResourceIdentitySchemas } from "../rpc/get-resource-identity-schemas";
import { importResourceState } from "../rpc/import-resource-state";
import { invokeAction } from "../rpc/invoke-action";
import { listResource } from "../rpc/list-resource";
import { moveResourceState } from "../rpc/move-resource-state";
import { planAction } from "../rpc/plan-action";
import { planResourceChange } from "../rpc/plan-resource-change";
import { ProviderSession, type SessionOptions } from "../rpc/provider-session";
import { readDataSource } from "../rpc/read-data-source";
import { readResource } from "../rpc/read-resource";
import { stopProvider } from "../rpc/stop-provider";
import { upgradeResourceIdentity } from "../rpc/upgrade-resource-identity";
import { upgradeResourceState } from "../rpc/upgrade-resource-state";
import {
  validateActionConfig,
  validateDataResourceConfig,
  validateListResourceConfig,
  validateResourceConfig,
} from "../rpc/validate-configs";
import { validateProviderConfig } from "../rpc/validate-provider-config";

/** Creates the routes of protocol 6. Any other call returns UNIMPLEMENTED (rule C-06). */
export function createProviderRoutes(session: Session): readonly Route[] {
  const join = <Request, Response>(
    method: Method<Request, Response>,
    handle: CallHandler<Request, Response>,
  ): Route => createUnaryRoute(method, (request) => guard(session, () => handle(request, session)));
  const joinStream = <Request, Response>(
    method: Method<Request, Response>,
    handle: StreamCallHandler<Request, Response>,
  ): Route =>
    createStreamRoute(method, (request, send) => guard(session, () => handle(request, send, session)));
  return [
    join(ProviderService.getMetadata, getMetadata),
    join(ProviderService.getProviderSchema, getProviderSchema),
    join(ProviderService.validateProviderConfig, validateProviderConfig),
    join(ProviderService.validateResourceConfig, validateResourceConfig),
    join(ProviderService.validateDataResourceConfig, validateDataResourceConfig),
    join(ProviderService.upgradeResourceState, upgradeResourceState),
    join(ProviderService.getResourceIdentitySchemas, getResourceIdentitySchemas),
    join(ProviderService.upgradeResourceIdentity, upgradeResourceIdentity),
    join(ProviderService.configureProvider, configureProvider),
    join(ProviderService.readResource, readResource),
    join(ProviderService.planResourceChange, planResourceChange),
    join(ProviderService.applyResourceChange, applyResourceChange),
    join(ProviderService.importResourceState, importResourceState),
    join(ProviderService.moveResourceState, moveResourceState),
    join(ProviderService.readDataSource, readDataSource),
    join(ProviderService.validateListResourceConfig, validateListResourceConfig),
    joinStream(ProviderService.listResource, listResource),
    join(ProviderService.validateActionConfig, validateActionConfig),
    join(ProviderService.planAction, planAction),
    joinStream(ProviderService.invokeAction, invokeAction),
    join(ProviderService.getFunctions, getFunctions),
    join(ProviderService.callFunction, callFunction),
    join(ProviderService.stopProvider, stopProvider),
  ];
}

async function guard<Result>(session: Session, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    // Only a bug in the SDK itself can throw here; its message could contain anything.
    session.log("error", "The call failed", { error });
    throw new GrpcError(GRPC_STATUS.INTERNAL, "The provider failed; see its log.");
  }
}

/**
 * Creates the routes of a provider, by path. This module and its imports are loaded with the first call that needs them:
 * neither the handshake nor a process that is asked for its schema only waits for them (rule G-14).
 */
export async function createRoutes<Data>(options: SessionOptions<Data>): Promise<ReadonlyMap<string, Route>> {
  const session = new ProviderSession({ ...options, onManyCalls: boundHeap });
  await session.load();
  return new Map(createProviderRoutes(session).map((route) => [route.path, route]));
}

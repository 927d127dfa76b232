import { toBuffer } from "../convert/dynamic-value";
import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import type { Route, Routes, SendMessage } from "../grpc/route";
import { ProviderDefinition as ProviderService } from "../protocol/tfplugin6.generated";
import { applyResourceChange } from "../rpc/apply-resource-change";
import { callFunction } from "../rpc/call-function";
import { configureProvider } from "../rpc/configure-provider";
import { getFunctions } from "../rpc/get-functions";
import { getMetadata } from "../rpc/get-metadata";
import { getProviderSchema } from "../rpc/get-provider-schema";
import { getResourceIdentitySchemas } from "../rpc/get-resource-identity-schemas";
import { type Call, type CallName, type Handling, handleCall } from "../rpc/handle-call";
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

/** All calls of protocol 6 that this SDK answers. Any other returns UNIMPLEMENTED. */
const CALLS: { readonly [Name in CallName]: Call<Name> } = {
  getMetadata,
  getProviderSchema,
  validateProviderConfig,
  validateResourceConfig,
  validateDataResourceConfig,
  upgradeResourceState,
  getResourceIdentitySchemas,
  upgradeResourceIdentity,
  configureProvider,
  readResource,
  planResourceChange,
  applyResourceChange,
  importResourceState,
  moveResourceState,
  readDataSource,
  validateListResourceConfig,
  listResource,
  validateActionConfig,
  planAction,
  invokeAction,
  getFunctions,
  callFunction,
  stopProvider,
};

/** Creates a provider's routes, at the first call that needs them: handshake and schema calls do not. */
export function createRoutes(options: SessionOptions): Routes {
  const session = new ProviderSession(options);
  return new Map(
    Object.entries(ProviderService.methods).map(([name, method]) => [
      `/${ProviderService.fullName}/${method.name}`,
      createRoute(method, CALLS[name as CallName] as Handling<unknown, unknown>, session),
    ]),
  );
}

function createRoute(
  { name, requestType, responseType, responseStream }: (typeof ProviderService.methods)[CallName],
  call: Handling<unknown, unknown>,
  session: ProviderSession,
): Route {
  const encode = (message: unknown): Buffer => toBuffer(responseType.encode(message as never).finish());
  const handle = async (request: Buffer, send: SendMessage<unknown>): Promise<unknown> => {
    try {
      return await handleCall(name, call, requestType.decode(request), { session, send });
    } catch (error) {
      // Only a bug in the SDK itself can throw here; its message could contain anything.
      session.log("error", "The call failed", { error });
      throw new GrpcError(GRPC_STATUS.INTERNAL, "The provider failed; see its log.");
    }
  };
  if (!responseStream) {
    // It has no events.
    return { kind: "unary", handle: async (request) => encode(await handle(request, async () => false)) };
  }
  return {
    kind: "stream",
    async handle(request, send) {
      const last = await handle(request, (event) => send(encode(event)));
      if (last !== undefined) await send(encode(last));
    },
  };
}

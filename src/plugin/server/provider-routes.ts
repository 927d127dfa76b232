import { toBuffer } from "../convert/dynamic-value";
import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import type { Route, Routes, SendMessage } from "../grpc/route";
import { ProviderDefinition as ProviderService } from "../protocol/tfplugin6.generated";
import { callFunction } from "../rpc/call-function";
import { CONFIG_CALLS } from "../rpc/config-calls";
import { type CallName, type Calls, type Handling, handleCall } from "../rpc/handle-call";
import { ProviderSession, type SessionOptions } from "../rpc/provider-session";
import { RESOURCE_CALLS } from "../rpc/resource-calls";
import { SCHEMA_CALLS } from "../rpc/schema-calls";
import { STATE_CALLS } from "../rpc/state-calls";
import { invokeAction, listResource } from "../rpc/stream-calls";

const CALLS: Calls = {
  ...SCHEMA_CALLS,
  ...CONFIG_CALLS,
  ...RESOURCE_CALLS,
  ...STATE_CALLS,
  callFunction,
  invokeAction,
  listResource,
};

/** Creates a provider's routes, when the first call needs them. (Handshakes and schema calls need none.) */
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
  const empty = responseType.decode(Buffer.alloc(0));
  const encode = (message: unknown): Buffer =>
    toBuffer(responseType.encode({ ...empty, ...(message as object) } as never).finish());
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

import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import type { Route } from "../grpc/route";

const EMPTY = Buffer.alloc(0);

/** Encoded health requests: about the whole process, or by the service name that go-plugin's hosts use. */
const HEALTH_REQUESTS: readonly string[] = ["", "\n\x06plugin"];

/** An encoded health response with the status SERVING. */
const SERVING = Buffer.from([0x08, 0x01]);

/**
 * Creates the routes of go-plugin's own services (rule G-15). Their messages are so small that they are written here as
 * bytes: the generated code would nearly double what is loaded at the start.
 * @param onShutdown - called after the response to Shutdown was sent (rule G-16)
 */
export function createGoPluginRoutes(onShutdown: () => void): readonly Route[] {
  return [
    {
      kind: "unary",
      path: "/plugin.GRPCController/Shutdown",
      handle: () => Promise.resolve(EMPTY),
      onSent: onShutdown,
    },
    {
      kind: "unary",
      path: "/grpc.health.v1.Health/Check",
      handle: async (request) => {
        if (HEALTH_REQUESTS.includes(request.toString("latin1"))) return SERVING;
        throw new GrpcError(GRPC_STATUS.NOT_FOUND, "There is no such service.");
      },
      onSent: undefined,
    },
    // Terraform would log any message here as unexpected (rule G-17).
    { kind: "silent", path: "/plugin.GRPCStdio/StreamStdio", endsWithClient: false },
    // Protocol 6 needs no further connections.
    { kind: "silent", path: "/plugin.GRPCBroker/StartStream", endsWithClient: true },
  ];
}

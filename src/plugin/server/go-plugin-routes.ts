import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import { createUnaryRoute, type Route } from "../grpc/route";
import { HealthCheckResponse_ServingStatus } from "../protocol/health.generated";
import {
  GRPCBrokerService,
  GRPCControllerService,
  GRPCStdioService,
  HealthService,
} from "../protocol/services";

/** Name under which go-plugin's hosts ask for the health of a plugin. */
const HEALTH_SERVICE = "plugin";

/**
 * Answers go-plugin's own services (rule G-15).
 * @param onShutdown - called once the answer to Shutdown is on its way (rule G-16)
 */
export function createGoPluginRoutes(onShutdown: () => void): readonly Route[] {
  return [
    createUnaryRoute(GRPCControllerService.shutdown, async () => ({}), onShutdown),
    createUnaryRoute(HealthService.check, async ({ service }) => {
      if (!["", HEALTH_SERVICE].includes(service)) {
        throw new GrpcError(GRPC_STATUS.NOT_FOUND, "There is no such service.");
      }
      return { status: HealthCheckResponse_ServingStatus.SERVING };
    }),
    // What came here, Terraform would log as unexpected (rule G-17).
    { kind: "silent", path: GRPCStdioService.streamStdio.path, endsWithClient: false },
    // Protocol 6 needs no further connections.
    { kind: "silent", path: GRPCBrokerService.startStream.path, endsWithClient: true },
  ];
}

import { GRPC_STATUS, GrpcError } from "../grpc/grpc-error";
import { createUnaryRoute, type Route } from "../grpc/route";
import { HealthCheckResponse_ServingStatus } from "../protocol/health.generated";
import {
  GRPCBrokerService,
  GRPCControllerService,
  GRPCStdioService,
  HealthService,
} from "../protocol/services";

/** The service name that go-plugin's hosts use in health checks. */
const HEALTH_SERVICE = "plugin";

/**
 * Creates the routes of go-plugin's own services (rule G-15).
 * @param onShutdown - called after the response to Shutdown was sent (rule G-16)
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
    // Terraform would log any message here as unexpected (rule G-17).
    { kind: "silent", path: GRPCStdioService.streamStdio.path, endsWithClient: false },
    // Protocol 6 needs no further connections.
    { kind: "silent", path: GRPCBrokerService.startStream.path, endsWithClient: true },
  ];
}

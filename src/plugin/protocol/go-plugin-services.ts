import { createService } from "../grpc/service";
import { GRPCBrokerDefinition, GRPCControllerDefinition, GRPCStdioDefinition } from "./go-plugin.generated";
import { HealthDefinition } from "./health.generated";

/** Lets the host end the plugin's process. */
export const GRPCControllerService = createService(GRPCControllerDefinition);

/** Carries what the plugin writes to its standard streams to the host. */
export const GRPCStdioService = createService(GRPCStdioDefinition);

/** Negotiates further connections between host and plugin. */
export const GRPCBrokerService = createService(GRPCBrokerDefinition);

/** gRPC's standard health check. */
export const HealthService = createService(HealthDefinition);

import { status } from "@grpc/grpc-js";
import type {
  GRPCBrokerServer,
  GRPCControllerServer,
  GRPCStdioServer,
} from "../protocol/go-plugin.generated";
import { HealthCheckResponse_ServingStatus, type HealthServer } from "../protocol/health.generated";

/** Lets the host end the process: answers, and calls back once the answer is on its way (rule G-16). */
export function createControllerService(onShutdown: () => void): GRPCControllerServer {
  return {
    shutdown(_call, callback) {
      callback(null, {});
      setImmediate(onShutdown);
    },
  };
}

/** Stays open and silent: what came here, Terraform would log as unexpected (rule G-17). */
export function createStdioService(): GRPCStdioServer {
  return {
    streamStdio(call) {
      call.on("error", () => undefined);
    },
  };
}

/** Stays open and silent: protocol 6 needs no further connections. Ends when the host does. */
export function createBrokerService(): GRPCBrokerServer {
  return {
    startStream(call) {
      call.on("error", () => undefined);
      call.on("end", () => {
        call.end();
      });
      call.resume();
    },
  };
}

/** Name under which go-plugin's hosts ask for the health of a plugin. */
const HEALTH_SERVICE = "plugin";

/** Answers go-plugin's ping (rule G-15). */
export function createHealthService(): HealthServer {
  return {
    check(call, callback) {
      if (["", HEALTH_SERVICE].includes(call.request.service)) {
        callback(null, { status: HealthCheckResponse_ServingStatus.SERVING });
      } else {
        callback({ code: status.NOT_FOUND, details: "There is no such service." });
      }
    },
  };
}

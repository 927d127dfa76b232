import { createGrpcServer, type GrpcServer, type ServerTls } from "../../../src/plugin/grpc/grpc-server";
import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { createRoutes } from "../../../src/plugin/server/provider-routes";
import { createRedactor } from "../../../src/text/create-redactor";
import { createTinyProvider } from "./tiny-definition";

export function createTinyRoutes(): ReturnType<typeof createRoutes> {
  return createRoutes({
    definition: createTinyProvider(),
    log: () => undefined,
    redactor: createRedactor(),
    work: new WorkTracker(),
    signals: new CallSignals({ isDebug: false }),
  });
}

/** Makes a server of the tiny provider in the process of the test, so that its coverage is seen. */
export function createTinyServer(tls?: ServerTls): GrpcServer {
  const routes = createTinyRoutes();
  return createGrpcServer(tls, { findRoute: async (path) => routes.get(path), calls: new WorkTracker() });
}

import { GRPC_STATUS, GrpcError } from "./grpc/grpc-error";
import type { Route, Routes, UnaryRoute } from "./grpc/route";

/** Responses of the calls in {@link CONSTANT_PATHS}, by path, as encoded messages in base64. */
export interface ConstantResponses {
  readonly [path: string]: string;
}

/** Paths of calls whose responses depend only on the provider's definition. */
export const CONSTANT_PATHS: readonly string[] = [
  "GetProviderSchema",
  "GetResourceIdentitySchemas",
  "GetMetadata",
  "GetFunctions",
].map((name) => `/tfplugin6.Provider/${name}`);

export interface RouteFinderOptions {
  /** Loads the responses that the build has made. If undefined, the provider makes them when needed. */
  readonly loadConstants: (() => Promise<ConstantResponses>) | undefined;
  readonly loadRoutes: () => Promise<Routes>;
  readonly onShutdown: () => void;
}

/** Finds routes. Loads the provider only if a call needs it: a plan's first process sends only a schema. */
export function createRouteFinder({
  loadConstants,
  loadRoutes,
  onShutdown,
}: RouteFinderOptions): (path: string) => Promise<Route | undefined> {
  const find = async (path: string): Promise<Route | undefined> => {
    if (path === SHUTDOWN_PATH) return { ...respond(EMPTY), onSent: onShutdown };
    const route = GO_PLUGIN_ROUTES.get(path);
    if (route !== undefined) return route;
    if (loadConstants !== undefined && CONSTANT_PATHS.includes(path)) {
      const response = (await loadConstants())[path];
      if (response !== undefined) return respond(Buffer.from(response, "base64"));
    }
    return (await loadRoutes()).get(path);
  };
  return (path) => {
    const route = find(path);
    // If code cannot be loaded, the process crashes: only a crash shows users the reason.
    void route.then(() => undefined);
    return route;
  };
}

const EMPTY = Buffer.alloc(0);

/** Encoded health requests: one for the whole process, and one for go-plugin's service `plugin`. */
const HEALTH_REQUESTS: readonly string[] = ["", "\n\x06plugin"];

const SERVING = Buffer.from([0x08, 0x01]);

const SHUTDOWN_PATH = "/plugin.GRPCController/Shutdown";

/** Routes of go-plugin's own services, except Shutdown. Their few messages are written here as bytes. */
const GO_PLUGIN_ROUTES: Routes = new Map<string, Route>([
  [
    "/grpc.health.v1.Health/Check",
    {
      kind: "unary",
      handle: async (request) => {
        if (HEALTH_REQUESTS.includes(request.toString("latin1"))) return SERVING;
        throw new GrpcError(GRPC_STATUS.NOT_FOUND, "There is no such service.");
      },
    },
  ],
  // Terraform would log any message here as unexpected.
  ["/plugin.GRPCStdio/StreamStdio", { kind: "silent", endsWithClient: false }],
  // Protocol 6 needs no further connections.
  ["/plugin.GRPCBroker/StartStream", { kind: "silent", endsWithClient: true }],
]);

function respond(bytes: Buffer): UnaryRoute {
  return { kind: "unary", handle: () => Promise.resolve(bytes) };
}

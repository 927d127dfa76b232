import type { Route } from "../grpc/route";
import type { FindRoute } from "../grpc/serve-call";
import { CONSTANT_PATHS, type ConstantResponses } from "./constant-responses";
import { createGoPluginRoutes } from "./go-plugin-routes";

/** Options of {@link createRouteFinder}. */
export interface RouteFinderOptions {
  /** Loads responses that were made before. Undefined means that every response is made when it is needed. */
  readonly loadConstants: (() => Promise<ConstantResponses>) | undefined;
  /** Loads the routes of the provider. */
  readonly loadRoutes: () => Promise<ReadonlyMap<string, Route>>;
  /** Called after the response to Shutdown was sent. */
  readonly onShutdown: () => void;
}

/**
 * Finds routes and loads the code of the provider with the first call that needs it: the first process of a plan is asked
 * for nothing but its schema.
 */
export function createRouteFinder({ loadConstants, loadRoutes, onShutdown }: RouteFinderOptions): FindRoute {
  const own = new Map(createGoPluginRoutes(onShutdown).map((route) => [route.path, route]));
  const find: FindRoute = async (path) => {
    const route = own.get(path);
    if (route !== undefined) return route;
    if (loadConstants !== undefined && CONSTANT_PATHS.includes(path)) {
      const response = (await loadConstants())[path];
      if (response !== undefined) {
        const bytes = Buffer.from(response, "base64");
        return { kind: "unary", path, handle: () => Promise.resolve(bytes), onSent: undefined };
      }
    }
    return (await loadRoutes()).get(path);
  };
  return (path) => {
    const route = find(path);
    // Code that cannot be loaded is reported like any other crash: the status of the call would not tell the reason.
    void route.then(() => undefined);
    return route;
  };
}

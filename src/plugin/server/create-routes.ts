import type { Route } from "../grpc/route";
import { ProviderSession, type SessionOptions } from "../rpc/provider-session";
import { createGoPluginRoutes } from "./go-plugin-routes";
import { createProviderRoutes } from "./provider-routes";

/**
 * Makes everything that a plugin answers, by path. This module and what it imports are loaded after the
 * handshake, so that the start does not wait for them (rule G-14).
 * @param onShutdown - called once the answer to Shutdown is on its way
 */
export async function createRoutes<Data>(
  options: SessionOptions<Data>,
  onShutdown: () => void,
): Promise<ReadonlyMap<string, Route>> {
  const session = new ProviderSession(options);
  // Now rather than with the first call: the host is busy with its own side of the connection.
  await session.load();
  const routes = [...createGoPluginRoutes(onShutdown), ...createProviderRoutes(session)];
  return new Map(routes.map((route) => [route.path, route]));
}

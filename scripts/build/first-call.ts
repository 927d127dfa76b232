/*
 * What the provider loads once its handshake is out: it takes until the first call to arrive.
 */
export { createRoutes } from "../../src/plugin/server/provider-routes";
export { createProviderDefinition } from "../../src/provider/provider-definition";

/*
 * The code that the provider loads after it has sent its handshake, while Terraform prepares the first call.
 */
export { createRoutes } from "../../src/plugin/server/provider-routes";
export { createProviderDefinition } from "../../src/provider/provider-definition";

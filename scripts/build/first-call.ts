/*
 * The code that the provider loads after sending its handshake, while Terraform prepares the first call.
 */
export { createProviderRoutes, createRoutes } from "../../src/plugin/server/provider-routes";
export {
  createProviderDefinition,
  DATA_SOURCES,
  FUNCTIONS,
  PROVIDER_SCHEMA,
} from "../../src/provider/provider-definition";

/*
 * What the provider loads with the first call: nothing of it is needed before the handshake.
 */
export {
  applyResourceChange,
  configureProvider,
  getMetadata,
  getProviderSchema,
  importResourceState,
  planResourceChange,
  readResource,
  stopProvider,
  upgradeResourceState,
  validateProviderConfig,
  validateResourceConfig,
} from "../../src/plugin/rpc/provider-calls";
export { createProviderDefinition } from "../../src/provider/provider-definition";

/*
 * What the provider loads with the first call: nothing of it is needed before the handshake.
 */
export {
  applyResourceChange,
  callFunction,
  configureProvider,
  getFunctions,
  getMetadata,
  getProviderSchema,
  importResourceState,
  moveResourceState,
  planResourceChange,
  readDataSource,
  readResource,
  stopProvider,
  upgradeResourceState,
  validateDataResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from "../../src/plugin/rpc/provider-calls";
export { createProviderDefinition } from "../../src/provider/provider-definition";

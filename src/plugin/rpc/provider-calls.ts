/*
 * The calls of protocol 6, one file each. This module is loaded with the first call: nothing of it is needed before
 * the handshake (rule G-14).
 */
export { applyResourceChange } from "./apply-resource-change";
export { callFunction } from "./call-function";
export { configureProvider } from "./configure-provider";
export { getFunctions } from "./get-functions";
export { getMetadata } from "./get-metadata";
export { getProviderSchema } from "./get-provider-schema";
export { importResourceState } from "./import-resource-state";
export { moveResourceState } from "./move-resource-state";
export { planResourceChange } from "./plan-resource-change";
export { readDataSource } from "./read-data-source";
export { readResource } from "./read-resource";
export { stopProvider } from "./stop-provider";
export { upgradeResourceState } from "./upgrade-resource-state";
export { validateDataResourceConfig } from "./validate-data-resource-config";
export { validateProviderConfig } from "./validate-provider-config";
export { validateResourceConfig } from "./validate-resource-config";

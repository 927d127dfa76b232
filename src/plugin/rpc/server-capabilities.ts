import type { ServerCapabilities } from "../protocol/tfplugin6.generated";

/**
 * What this SDK can do beyond the protocol's first version. Every call works in a process that never served
 * its schema (rule C-04), and a destroy is planned like any change (rule C-41).
 */
export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: false,
};

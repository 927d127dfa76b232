import type { ServerCapabilities } from "../protocol/tfplugin6.generated";

/**
 * What this SDK can do beyond the protocol's first version. Every call works in a process that never served
 * its schema (rule C-04), and a destroy is planned like any change (rule C-41). Terraform asks no provider about
 * moves that does not announce them; a resource type that has none answers with an error (rule C-65).
 */
export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
};

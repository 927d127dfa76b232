import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  ImportResourceState_Request,
  ImportResourceState_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Imports an existing object. Without a state there is always an error, because Terraform treats an empty response
 * without an error as success (rule C-66).
 */
export const importResourceState = defineCall<ImportResourceState_Request, ImportResourceState_Response>({
  rpc: "ImportResourceState",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async ({ typeName, id }, session, context) => {
    const resource = findResource(session, typeName);
    if (resource.importState === undefined) {
      return { importedResources: [], diagnostics: session.report([cannotImport(typeName)]) };
    }
    const response = await resource.importState({ id, data: session.data }, context);
    const hasError = response.diagnostics.some(isError);
    if (response.state === null || hasError) {
      const diagnostics = hasError ? response.diagnostics : [...response.diagnostics, nothingImported(id)];
      return { importedResources: [], diagnostics: session.report(diagnostics) };
    }
    const state = encodeObject(response.state, resource.schema);
    return {
      importedResources: [{ typeName, state, private: toBuffer(response.private ?? new Uint8Array()) }],
      diagnostics: session.report(response.diagnostics),
    };
  },
  recover: (diagnostics) => ({ importedResources: [], diagnostics }),
});

function cannotImport(typeName: string): Diagnostic {
  return {
    severity: "error",
    summary: "Resource type cannot be imported",
    detail: `The provider does not support importing ${typeName}.`,
  };
}

function nothingImported(id: string): Diagnostic {
  return {
    severity: "error",
    summary: "Nothing to import",
    detail: `There is nothing with the id ${JSON.stringify(id)} to import. Check the id and run this again.`,
  };
}

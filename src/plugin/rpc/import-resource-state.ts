import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  ImportResourceState_Request,
  ImportResourceState_Response,
} from "../protocol/tfplugin6.generated";
import { findResource } from "./find-definition";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/**
 * Imports an existing object. Without a state there is always an error, because Terraform treats an empty response
 * without an error as success (rule C-66).
 */
export function importResourceState<Data>(
  request: ImportResourceState_Request,
  session: ProviderSession<Data>,
): Promise<ImportResourceState_Response> {
  const { typeName, id } = request;
  return runCall(
    session,
    { rpc: "ImportResourceState", typeName },
    async (context) => {
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
      return {
        importedResources: [
          {
            typeName,
            state: encodeObject(response.state, resource.schema),
            private: toBuffer(response.private ?? new Uint8Array()),
          },
        ],
        diagnostics: session.report(response.diagnostics),
      };
    },
    (diagnostics) => ({ importedResources: [], diagnostics }),
  );
}

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

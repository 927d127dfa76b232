import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  ImportResourceState_Request,
  ImportResourceState_Response,
} from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import { findResource } from "./find-resource";
import type { ProviderSession } from "./provider-session";

/**
 * Adopts an existing object. Without a state there is always an error: Terraform takes an empty answer without
 * one for success (rule C-66).
 */
export function importResourceState<Data>(
  request: ImportResourceState_Request,
  session: ProviderSession<Data>,
): Promise<ImportResourceState_Response> {
  const { typeName, id } = request;
  return answerCall(
    session,
    { rpc: "ImportResourceState", typeName },
    async (context) => {
      const resource = findResource(session, typeName);
      if (resource.importState === undefined) {
        return { importedResources: [], diagnostics: session.report([cannotImport(typeName)]) };
      }
      const answer = await resource.importState({ id, data: session.data }, context);
      const hasError = answer.diagnostics.some(isError);
      if (answer.state === null || hasError) {
        const diagnostics = hasError ? answer.diagnostics : [...answer.diagnostics, nothingImported(id)];
        return { importedResources: [], diagnostics: session.report(diagnostics) };
      }
      return {
        importedResources: [
          {
            typeName,
            state: encodeObject(answer.state, resource.schema),
            private: toBuffer(answer.private ?? new Uint8Array()),
          },
        ],
        diagnostics: session.report(answer.diagnostics),
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

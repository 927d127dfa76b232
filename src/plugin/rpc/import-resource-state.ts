import { decodeDynamic, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  ImportResourceState_Request,
  ImportResourceState_Response,
} from "../protocol/tfplugin6.generated";
import type { ImportRequest, ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { isObjectValue, makeObject } from "../values/value";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Imports an existing object. Without a state there is always an error, because Terraform treats an empty response
 * without an error as success (rule C-66).
 */
export const importResourceState = defineCall<ImportResourceState_Request, ImportResourceState_Response>({
  rpc: "ImportResourceState",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const { typeName } = request;
    const resource = findResource(session, typeName);
    if (resource.importState === undefined) {
      return { importedResources: [], diagnostics: session.report([cannotImport(typeName)]) };
    }
    const response = await resource.importState(readTarget(request, resource, session.data), context);
    const hasError = response.diagnostics.some(isError);
    if (response.state === null || hasError) {
      const diagnostics = hasError
        ? response.diagnostics
        : [...response.diagnostics, nothingImported(request.id)];
      return { importedResources: [], diagnostics: session.report(diagnostics) };
    }
    const state = encodeObject(response.state, resource.schema);
    return {
      importedResources: [
        {
          typeName,
          state,
          private: toBuffer(response.private ?? new Uint8Array()),
          identity: toProtocolIdentity(resource, response.state),
        },
      ],
      diagnostics: session.report(response.diagnostics),
    };
  },
  recover: (diagnostics) => ({ importedResources: [], diagnostics }),
});

function readTarget(
  { id, identity }: ImportResourceState_Request,
  resource: ResourceDefinition<unknown>,
  data: unknown,
): ImportRequest<unknown> {
  if (identity?.identityData === undefined || resource.identity === undefined) return { id, data };
  const type = toObjectType(resource.identity.attributes);
  const value = decodeDynamic(identity.identityData, type);
  // An empty identity comes as null.
  return { identity: isObjectValue(value) ? value : makeObject(type, {}), data };
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

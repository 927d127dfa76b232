import { decodeDynamic, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { type Diagnostic, isError } from "../diagnostic";
import type { ImportResourceState_Request } from "../protocol/tfplugin6.generated";
import type { ImportRequest, ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../to-object-type";
import { isObjectValue, makeObject } from "../value";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Imports an object. No state is an error: Terraform takes an empty response without one for success. */
export const importResourceState: Call<"importResourceState"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run(request, session, context) {
    const { typeName } = request;
    const resource = findDefinition(session.definition.resources, typeName, "resource type");
    const response = await resource.importState(readTarget(request, resource, session.data), context);
    const { diagnostics, state } = response;
    if (state === null || diagnostics.some(isError))
      return { importedResources: [], diagnostics: requireError(diagnostics) };
    const imported = {
      typeName,
      state: encodeObject(state, resource.schema),
      private: toBuffer(response.private ?? new Uint8Array()),
      identity: toProtocolIdentity(resource, state),
    };
    return { importedResources: [imported], diagnostics };
  },
  recover: (diagnostics) => ({ importedResources: [], diagnostics }),
};

function readTarget(
  { id, identity }: ImportResourceState_Request,
  { identity: { attributes } }: ResourceDefinition<unknown>,
  data: unknown,
): ImportRequest<unknown> {
  if (identity?.identityData === undefined) return { id, data };
  const type = toObjectType(attributes);
  const value = decodeDynamic(identity.identityData, type);
  // An empty identity comes as null.
  return { identity: isObjectValue(value) ? value : makeObject(type, {}), data };
}

/** Adds an error to a response without a state if it has none: Terraform would take it for a success. */
export function requireError(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.some(isError) ? diagnostics : [...diagnostics, NO_STATE];
}

const NO_STATE: Diagnostic = {
  severity: "error",
  summary: "Provider returned no state",
  detail: "It gave no reason. This is a bug in the provider; please report it to its developers.",
};

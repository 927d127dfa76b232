import { decodeDynamic, decodeRequiredObject, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import type { Diagnostic } from "../diagnostic";
import type { ResourceIdentityData } from "../protocol/tfplugin6.generated";
import type { ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../to-object-type";
import { isObjectValue, type ObjectValue } from "../value";
import { findDefinition } from "./find-definition";
import type { Call, RequestOf, ResponseOf } from "./handle-call";

/** Reads a resource. After an exception state, private state and identity are unchanged. */
export const readResource: Call<"readResource"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run(request, session, context) {
    const resource = findDefinition(session.definition.resources, request.typeName, "resource type");
    const { schema } = resource;
    const state = decodeRequiredObject(request.currentState, schema, "state");
    const faults = checkIdentity(resource, request.currentIdentity, state);
    if (faults.length > 0) return keepState(faults, request);
    const response = await resource.read({ state, private: request.private, data: session.data }, context);
    return {
      newState: encodeObject(response.state, schema),
      private: toBuffer(response.private ?? request.private),
      diagnostics: response.diagnostics,
      newIdentity: toProtocolIdentity(resource, response.state),
    };
  },
  recover: keepState,
};

function keepState(
  diagnostics: readonly Diagnostic[],
  { currentState, private: currentPrivate, currentIdentity }: RequestOf<"readResource">,
): ResponseOf<"readResource"> {
  return { newState: currentState, private: currentPrivate, diagnostics, newIdentity: currentIdentity };
}

/** Returns an error if a stored identity names another object than the attributes stored beside it. */
function checkIdentity(
  { identity }: ResourceDefinition<unknown>,
  data: ResourceIdentityData | undefined,
  state: ObjectValue,
): Diagnostic[] {
  if (data?.identityData === undefined) return [];
  const stored = decodeDynamic(data.identityData, toObjectType(identity.attributes));
  const current = identity.getIdentity(state);
  if (!isObjectValue(stored) || current === null || identity.isSame(stored, current)) return [];
  return [
    {
      severity: "error",
      summary: "State contradicts itself",
      detail:
        `The identity in the state is ${show(stored)}, but the attributes beside it say ${show(current)}. Was the state ` +
        "edited by hand? Nothing was changed. Restore a backup, or remove the resource from the state " +
        "(terraform state rm ADDRESS) and import it again.",
    },
  ];
}

function show(identity: ObjectValue): string {
  return JSON.stringify(Object.fromEntries(identity));
}

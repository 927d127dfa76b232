import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { type Diagnostic, isError } from "../diagnostic";
import { isValueError, type ValueError } from "../value-error";
import { findDefinition } from "./find-definition";
import type { Call, RequestOf, ResponseOf } from "./handle-call";
import { requireError } from "./import-resource-state";
import { parseRawState } from "./upgrade-resource-state";

/**
 * Converts the state of another resource type or provider for a `moved` block (Terraform 1.8, OpenTofu 1.10).
 * An unknown source and a response without a state are errors. Without private state in the response it is
 * empty, because the source's has another meaning.
 */
export const moveResourceState: Call<"moveResourceState"> = {
  nameSubject: ({ targetTypeName }) => ({ tf_resource_type: targetTypeName }),
  async run(request, { definition }, context) {
    const resource = findDefinition(definition.resources, request.targetTypeName, "resource type");
    const { sourceProviderAddress, sourceTypeName, sourcePrivate } = request;
    let sourceState: unknown;
    try {
      sourceState = parseRawState(request.sourceState);
    } catch (error) {
      if (isValueError(error)) return refuse([notUnderstood(request, error)]);
      throw error;
    }
    const source = { sourceProviderAddress, sourceTypeName, sourceState, sourcePrivate };
    const { state, private: ownPrivate, diagnostics } = await resource.moveState(source, context);
    if (state === null || diagnostics.some(isError)) return refuse(requireError(diagnostics));
    return {
      targetState: encodeObject(state, resource.schema),
      targetPrivate: toBuffer(ownPrivate ?? new Uint8Array()),
      diagnostics,
      targetIdentity: toProtocolIdentity(resource, state),
    };
  },
  recover: refuse,
};

function refuse(diagnostics: readonly Diagnostic[]): ResponseOf<"moveResourceState"> {
  return { targetState: undefined, targetPrivate: Buffer.alloc(0), diagnostics, targetIdentity: undefined };
}

function notUnderstood(
  { sourceTypeName, sourceProviderAddress, targetTypeName }: RequestOf<"moveResourceState">,
  { message }: ValueError,
): Diagnostic {
  return {
    severity: "error",
    summary: "Stored state not understood",
    detail:
      `The state of ${sourceTypeName} of ${sourceProviderAddress} cannot be moved to ${targetTypeName}: ${message}\n\n` +
      "If it was edited by hand, restore a backup. To continue without the move, remove the moved block, remove the old " +
      "resource from the state (terraform state rm ADDRESS), and import the object into the new one.",
  };
}

import { decodeDynamic, encodeDynamic, encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-schema";
import { decodeState, type ExactJson, parseJsonValue } from "../decode-json";
import { type Diagnostic, isError } from "../diagnostic";
import type { ImportResourceState_Request, RawState } from "../protocol/tfplugin6.generated";
import type { ImportRequest, ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../to-object-type";
import { isObjectValue, makeObject, type ObjectValue } from "../value";
import { isValueError, ValueError } from "../value-error";
import { findDefinition } from "./find-definition";
import type { Calls, ResponseOf } from "./handle-call";

/** Calls that make a state from stored data or existing objects. */
export const STATE_CALLS = {
  /** Converts a stored state to the current schema. New attributes are null; removed ones are dropped. */
  upgradeResourceState: {
    nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
    async run({ typeName, rawState }, { definition, data }) {
      const resource = findDefinition(definition.resources, typeName, "resource type");
      let state: ObjectValue | null;
      try {
        state = decodeState(parseRawState(rawState), toObjectType(resource.schema.attributes));
      } catch (error) {
        if (!isValueError(error)) throw error;
        const detail =
          `The state of this resource cannot be read: ${error.message}\n\nIf the state was edited by hand, restore a backup. ` +
          "If a newer version of the provider wrote it, use that version. To start afresh, remove the " +
          "resource from the state (terraform state rm ADDRESS) and import it again.";
        return { upgradedState: undefined, diagnostics: [notUnderstood(detail)] };
      }
      if (state !== null) resource.noteStoredState(state, data);
      return { upgradedState: encodeObject(state, resource.schema), diagnostics: [] };
    },
  },
  /** Hosts make this call even if the stored version is current. So far, all identities have version 0. */
  upgradeResourceIdentity: {
    nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
    async run({ typeName, version, rawIdentity }, { definition }) {
      const { identity } = findDefinition(definition.resources, typeName, "resource type");
      if (version !== 0n) {
        const detail =
          `The stored identity of ${typeName} has version ${version}: a newer version of the provider wrote it. Use that ` +
          "version, or a newer one.";
        return { upgradedIdentity: undefined, diagnostics: [notUnderstood(detail, "identity")] };
      }
      const type = toObjectType(identity.attributes);
      const upgraded = decodeState(parseJsonValue(rawIdentity?.json ?? "null"), type);
      return { upgradedIdentity: { identityData: encodeDynamic(upgraded, type) }, diagnostics: [] };
    },
  },
  /** Without a state, returns an error, because Terraform would take an empty response for a success. */
  importResourceState: {
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
  },
  /** Stores only the private state that `moveState` returns. The source's own may have another meaning. */
  moveResourceState: {
    nameSubject: ({ targetTypeName }) => ({ tf_resource_type: targetTypeName }),
    async run(request, { definition }, context) {
      const resource = findDefinition(definition.resources, request.targetTypeName, "resource type");
      const { sourceProviderAddress, sourceTypeName, sourcePrivate } = request;
      let sourceState: unknown;
      try {
        sourceState = parseRawState(request.sourceState);
      } catch (error) {
        if (!isValueError(error)) throw error;
        const detail =
          `The state of ${sourceTypeName} of ${sourceProviderAddress} cannot be moved to ${request.targetTypeName}: ${error.message}\n\n` +
          "If the state was edited by hand, restore a backup. To continue without the move, remove the moved block, remove the old " +
          "resource from the state (terraform state rm ADDRESS), and import the object into the new resource.";
        return refuse([notUnderstood(detail)]);
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
  },
} satisfies Partial<Calls>;

function notUnderstood(detail: string, what: "state" | "identity" = "state"): Diagnostic {
  return { severity: "error", summary: `Stored ${what} not understood`, detail };
}

/** Parses a stored state of any version. @throws ValueError if the state is missing, null or not JSON */
function parseRawState(rawState: RawState | undefined): NonNullable<ExactJson> {
  if (rawState === undefined || rawState.json.length === 0) throw new ValueError([], "It is empty.");
  const state = parseJsonValue(rawState.json);
  if (state === null) throw new ValueError([], "It is null.");
  return state;
}

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

/** Adds an error if there is none, because Terraform takes a response without a state for a success. */
function requireError(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.some(isError) ? diagnostics : [...diagnostics, NO_STATE];
}

const NO_STATE: Diagnostic = {
  severity: "error",
  summary: "Provider returned no state",
  detail: "The provider gave no reason. This is a bug in the provider; please report it to its developers.",
};

function refuse(diagnostics: readonly Diagnostic[]): ResponseOf<"moveResourceState"> {
  return { targetState: undefined, targetPrivate: Buffer.alloc(0), diagnostics, targetIdentity: undefined };
}

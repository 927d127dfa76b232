import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { toProtocolIdentity } from "../convert/to-protocol-identity";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  MoveResourceState_Request,
  MoveResourceState_Response,
  RawState,
} from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { parseJsonValue } from "../values/parse-json-value";
import { ValueError } from "../values/value-error";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Converts the state of another resource type or provider for a `moved` block (Terraform 1.8, OpenTofu 1.10). A resource
 * type without moves, an unknown source and a response without a state are errors (rule C-65). Without private state in
 * the response it is empty, because the source's has another meaning.
 */
export const moveResourceState = defineCall<MoveResourceState_Request, MoveResourceState_Response>({
  rpc: "MoveResourceState",
  nameSubject: ({ targetTypeName }) => ({ typeName: targetTypeName }),
  run: async (request, session, context) => {
    const resource = findResource(session, request.targetTypeName);
    const response = await move(resource, request, context);
    const hasError = response.diagnostics.some(isError);
    if (response.state === null || hasError) {
      const diagnostics = hasError ? response.diagnostics : [...response.diagnostics, nothingMoved(request)];
      return refuse(session.report(diagnostics));
    }
    return {
      targetState: encodeObject(response.state, resource.schema),
      targetPrivate: toBuffer(response.private ?? new Uint8Array()),
      diagnostics: session.report(response.diagnostics),
      targetIdentity: toProtocolIdentity(resource, response.state),
    };
  },
  recover: refuse,
});

async function move(
  resource: ResourceDefinition<unknown>,
  request: MoveResourceState_Request,
  context: CallContext,
): Promise<StateResponse> {
  if (resource.moveState === undefined) return fail(cannotMove(request));
  const sourceState = tryParse(request.sourceState);
  if (sourceState instanceof ValueError) return fail(notUnderstood(request, sourceState));
  const { sourceProviderAddress, sourceTypeName, sourceSchemaVersion, sourcePrivate } = request;
  return resource.moveState(
    {
      sourceProviderAddress,
      sourceTypeName,
      sourceSchemaVersion: Number(sourceSchemaVersion),
      sourceState,
      sourcePrivate,
    },
    context,
  );
}

/** Terraform 0.11 wrote another format, which no `moved` block can start from. */
function tryParse(rawState: RawState | undefined): unknown {
  if (rawState === undefined || rawState.json.length === 0) return new ValueError([], "It is empty.");
  try {
    return parseJsonValue(rawState.json) ?? new ValueError([], "It is null.");
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

function refuse(diagnostics: MoveResourceState_Response["diagnostics"]): MoveResourceState_Response {
  return { targetState: undefined, targetPrivate: Buffer.alloc(0), diagnostics, targetIdentity: undefined };
}

function fail(diagnostic: Diagnostic): StateResponse {
  return { state: null, diagnostics: [diagnostic] };
}

const IMPORT_INSTEAD =
  "To continue without the move, remove the moved block, remove the old resource from the state (terraform state rm " +
  "ADDRESS), and import the object into the new one.";

function cannotMove(request: MoveResourceState_Request): Diagnostic {
  return {
    severity: "error",
    summary: "Resource cannot be moved to this type",
    detail:
      `The provider does not support moving ${describeSource(request)} to ${request.targetTypeName}. ` +
      IMPORT_INSTEAD,
  };
}

function notUnderstood(request: MoveResourceState_Request, { message }: ValueError): Diagnostic {
  return {
    severity: "error",
    summary: "Stored state not understood",
    detail:
      `The state of ${describeSource(request)} cannot be moved to ${request.targetTypeName}: ${message}\n\n` +
      `If it was edited by hand, restore a backup. ${IMPORT_INSTEAD}`,
  };
}

function nothingMoved(request: MoveResourceState_Request): Diagnostic {
  return {
    severity: "error",
    summary: "Nothing moved",
    detail:
      `The provider returned no ${request.targetTypeName} for the state of ${describeSource(request)}. This is a bug ` +
      "in the provider; please report it to its developers.",
  };
}

function describeSource(request: MoveResourceState_Request): string {
  return `${request.sourceTypeName} of ${request.sourceProviderAddress}`;
}

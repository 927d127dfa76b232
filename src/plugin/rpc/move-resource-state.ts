import { encodeObject, toBuffer } from "../convert/dynamic-value";
import { type Diagnostic, isError } from "../diagnostic";
import type {
  MoveResourceState_Request,
  MoveResourceState_Response,
  RawState,
} from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { parseJson } from "../values/parse-json";
import { ValueError } from "../values/value-error";
import { answerCall } from "./answer-call";
import { findResource } from "./find-resource";
import type { ProviderSession } from "./provider-session";

/**
 * Makes a state from that of another resource type or provider: what a `moved` block between the two asks for
 * (Terraform 1.8, OpenTofu 1.10). A resource type that takes none, a source that it does not know and an answer
 * without a state are errors (rule C-65). Private state that is not answered is empty: the source's has another
 * meaning.
 */
export function moveResourceState<Data>(
  request: MoveResourceState_Request,
  session: ProviderSession<Data>,
): Promise<MoveResourceState_Response> {
  const { targetTypeName: typeName } = request;
  return answerCall(
    session,
    { rpc: "MoveResourceState", typeName },
    async (context): Promise<MoveResourceState_Response> => {
      const resource = findResource(session, typeName);
      const answer = await move(resource, request, context);
      const hasError = answer.diagnostics.some(isError);
      if (answer.state === null || hasError) {
        const diagnostics = hasError ? answer.diagnostics : [...answer.diagnostics, nothingMoved(request)];
        return refuse(session.report(diagnostics));
      }
      return {
        targetState: encodeObject(answer.state, resource.schema),
        targetPrivate: toBuffer(answer.private ?? new Uint8Array()),
        diagnostics: session.report(answer.diagnostics),
      };
    },
    refuse,
  );
}

async function move<Data>(
  resource: ResourceDefinition<Data>,
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

/** Terraform 0.11 and older wrote no JSON, and no `moved` block starts from a state of theirs. */
function tryParse(rawState: RawState | undefined): unknown {
  if (rawState === undefined || rawState.json.length === 0) return new ValueError([], "It is empty.");
  try {
    return parseJson(rawState.json) ?? new ValueError([], "It is null.");
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

function refuse(diagnostics: MoveResourceState_Response["diagnostics"]): MoveResourceState_Response {
  return { targetState: undefined, targetPrivate: Buffer.alloc(0), diagnostics };
}

function fail(diagnostic: Diagnostic): StateResponse {
  return { state: null, diagnostics: [diagnostic] };
}

const IMPORT_INSTEAD =
  "To go on without the move, remove the moved block, remove the old resource from the state (terraform state rm " +
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
      `The provider made no ${request.targetTypeName} of the state of ${describeSource(request)}. This is a ` +
      "fault of the provider; please report it to its developers.",
  };
}

function describeSource(request: MoveResourceState_Request): string {
  return `${request.sourceTypeName} of ${request.sourceProviderAddress}`;
}

import type { Diagnostic } from "../../../plugin/diagnostic";
import type { MoveRequest, StateResponse } from "../../../plugin/provider-definition";
import { isRawObject } from "../../../plugin/values/convert-raw";
import { isValueError } from "../../../plugin/values/value-error";
import { quote } from "../../../text/quote";
import { createWarning } from "../../diagnostics";
import { encodePrivate } from "../values/queue-private";
import { describeMoveSources, type MovedState, toMovedState, tryFindMoveSource } from "./to-moved-state";

const MAX_NAMES = 15;

/**
 * Takes over the state of a queue that another provider managed (rule C-65). Sends no request: Terraform reads the queue
 * right afterwards. Unlike an import it keeps `state`, so that a configuration that declares it plans no change. It
 * remembers nothing of the other provider's configuration: leaving `required_statuses` out leaves them alone. Some
 * versions of Terraform keep the other provider's private state, so nothing depends on private state here.
 */
export async function moveResource(request: MoveRequest): Promise<StateResponse> {
  const { sourceProviderAddress, sourceTypeName, sourceState, sourcePrivate } = request;
  const source = tryFindMoveSource(sourceProviderAddress, sourceTypeName);
  if (source === undefined) return { state: null, diagnostics: [refuseSource(request)] };
  const moved = tryMove(() => toMovedState(sourceState, source));
  if ("problems" in moved) return { state: null, diagnostics: [refuseState(request, moved.problems)] };
  return {
    state: moved.state,
    private: source.isOwn ? sourcePrivate : encodePrivate({}),
    diagnostics: moved.left.length === 0 ? [] : [warnOfAttributes(request, moved.left)],
  };
}

function tryMove(run: () => MovedState): MovedState {
  try {
    return run();
  } catch (error) {
    if (isValueError(error)) return { problems: [error.message] };
    throw error;
  }
}

const IMPORT_INSTEAD =
  "Remove the moved block, remove the old resource from the state (terraform state rm ADDRESS), which does not " +
  'change the queue, and import the queue into the new resource (terraform import ADDRESS "host/owner/name/branch").';

function refuseSource({ sourceTypeName, sourceProviderAddress }: MoveRequest): Diagnostic {
  return {
    severity: "error",
    summary: "Cannot move this resource",
    detail:
      `mergequeue_queue can take over the state of ${describeMoveSources()}, but not of ${sourceTypeName} of ` +
      `${sourceProviderAddress}. ${IMPORT_INSTEAD}`,
  };
}

function refuseState(request: MoveRequest, problems: readonly string[]): Diagnostic {
  return {
    severity: "error",
    summary: "State cannot be moved",
    detail:
      `The state of ${describeObject(request)} does not fit: ${problems.join(" ")} If it was edited by hand, restore a ` +
      `backup. ${IMPORT_INSTEAD}`,
  };
}

function warnOfAttributes(request: MoveRequest, names: readonly string[]): Diagnostic {
  const more = names.length - MAX_NAMES;
  const list = names.slice(0, MAX_NAMES).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return createWarning(
    "Settings without a counterpart",
    describeObject(request),
    `${describeObject(request)} has attributes that mergequeue_queue does not have: ${list}. They are removed from the ` +
      "state and no longer managed. On the queue they stay as they are.",
  );
}

/** Terraform shows no address with a diagnostic about a move, so the id says which resource it is. */
function describeObject({ sourceTypeName, sourceState }: MoveRequest): string {
  const [, id] =
    Object.entries(isRawObject(sourceState) ? sourceState : {}).find(([name]) => name === "id") ?? [];
  return typeof id === "string" ? `${sourceTypeName} with the id ${quote(id)}` : sourceTypeName;
}

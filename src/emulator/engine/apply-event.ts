import { cancelPullRequest } from "./cancel-pull-request";
import { createQueue } from "./create-queue";
import { deleteQueue } from "./delete-queue";
import type { EngineEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import { readQueue } from "./read-queue";
import { submitPullRequest } from "./submit-pull-request";
import type { EngineContext, Transition } from "./transition";
import { updateQueue } from "./update-queue";

/**
 * The engine as one pure function: state in, event in, state out. It knows no time and makes no identifiers of
 * its own; the same arguments always lead to the same result.
 */
export function applyEvent(state: EngineState, event: EngineEvent, context: EngineContext): Transition {
  switch (event.type) {
    case "createQueue":
      return createQueue(state, event, context);
    case "readQueue":
      return readQueue(state, event, context);
    case "updateQueue":
      return updateQueue(state, event, context);
    case "deleteQueue":
      return deleteQueue(state, event, context);
    case "submitPullRequest":
      return submitPullRequest(state, event, context);
    case "cancelPullRequest":
      return cancelPullRequest(state, event, context);
  }
}

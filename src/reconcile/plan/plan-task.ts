import type { DeletionPolicy } from "../../queue/queue-policies";
import { findMismatches } from "../find-differences";
import type { LiveQueue } from "../read-queue";
import { pickManagedFields } from "./find-planned-changes";
import type { FleetPlace, FleetQueue } from "./fleet-member";
import type { FleetAction, FleetPlan, PlannedTask, SeenQueue } from "./fleet-plan";

/** Plans one queue. Pure. @param live - the queue as just read; undefined if it does not exist */
export function planTask<Place extends FleetPlace>(
  mode: FleetPlan["mode"],
  place: Place,
  live: LiveQueue | undefined,
): Place & PlannedTask {
  const { queue } = place;
  const action = findAction(mode, queue, live);
  return { ...place, action, seen: live && toSeen(queue, live, action) };
}

const REMOVALS: Readonly<Record<DeletionPolicy, FleetAction>> = {
  refuse: "delete",
  drain: "delete",
  abandon: "forget",
};

function findAction(
  mode: FleetPlan["mode"],
  { deletionPolicy, wanted }: FleetQueue,
  live: LiveQueue | undefined,
): FleetAction {
  if (mode === "destroy") return live === undefined ? "none" : REMOVALS[deletionPolicy];
  if (live === undefined) return "create";
  return findMismatches(wanted, live).length > 0 ? "update" : "none";
}

/** Keeps only what is needed later, because there may be thousands of queues. */
function toSeen(
  { wanted }: FleetQueue,
  { settings, additionalFields, pullRequests }: LiveQueue,
  action: FleetAction,
): SeenQueue {
  return {
    settings,
    additionalFields: pickManagedFields(wanted, additionalFields),
    pullRequests: action === "none" ? [] : pullRequests,
  };
}

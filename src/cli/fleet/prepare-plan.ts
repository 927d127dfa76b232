import { MergeQueueError } from "../../queue/merge-queue-error";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import { prepareFleet } from "../../reconcile/plan/prepare-fleet";
import type { PreparedPlan } from "../../reconcile/plan/prepared-plan";
import { WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/watch-stop";
import { createFleetProgress } from "../print/fleet-progress";
import { createView } from "../print/view";
import type { FleetOptions } from "./fleet-options";
import { readMembers } from "./read-members";

/** A plan and its interrupt. */
export interface OpenPlan {
  readonly prepared: PreparedPlan;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
}

/**
 * Plans what stacks declare: reads them, then every queue once.
 * @param directory - absolute
 * @throws MergeQueueError as {@link readMembers} and `prepareFleet`; `plan_unsafe` for a queue that must stay
 */
export async function preparePlan(
  session: CommandSession,
  mode: FleetPlan["mode"],
  directory: string,
  options: FleetOptions,
): Promise<OpenPlan> {
  const { context } = session;
  const { members, undestroyable, warnings } = await readMembers(session, directory, options);
  if (mode === "destroy" && undestroyable.length > 0) throw createForbidden(undestroyable);
  const stopSignal = watchStop(context);
  const progress = createFleetProgress(context, () => undefined, createView(context));
  try {
    const prepared = await prepareFleet(mode, members, {
      stopSignal,
      onProgress: progress.show,
      timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
      clock: context.clock,
    });
    const plan = { ...prepared.plan, warnings: [...warnings, ...prepared.plan.warnings] };
    return { prepared: { ...prepared, plan }, stopSignal };
  } finally {
    progress.end();
  }
}

/** Terraform refuses this too, and has no option to override it. */
function createForbidden(addresses: readonly string[]): MergeQueueError {
  const more = addresses.length > MAX_NAMES ? ` and ${addresses.length - MAX_NAMES} more` : "";
  return new MergeQueueError(
    "plan_unsafe",
    `prevent_destroy forbids to destroy ${addresses.slice(0, MAX_NAMES).join(", ")}${more}. ` +
      "Nothing was changed. Remove it from the lifecycle of these queues, or select others with --only.",
  );
}

/** Addresses that a message lists. */
const MAX_NAMES = 5;

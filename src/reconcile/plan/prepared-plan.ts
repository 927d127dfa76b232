import type { LiveQueue } from "../read-queue";
import type { FleetMember, FleetPlace } from "./fleet-member";
import type { FleetPlan, PlanAction } from "./fleet-plan";

/** The actions of our own plans. They never replace a queue, because there is no earlier identity to compare with. */
export type FleetAction = Exclude<PlanAction, "replace">;

/**
 * A queue as it was when its plan was made: with the managed additional fields only, and with pull requests only if the
 * plan changes the queue.
 */
export type SeenQueue = LiveQueue;

/** The plan for one queue with all its inputs. The wanted settings contain secrets. */
export interface PlannedTask extends FleetPlace {
  readonly action: FleetAction;
  /** The queue before; undefined if it did not exist. */
  readonly seen: SeenQueue | undefined;
}

/** Our own plan. */
export type DigestedPlan = FleetPlan & { readonly digest: string };

/** A plan from a file, not yet bound to reconcilers. */
export interface SavedPlan {
  readonly plan: DigestedPlan;
  /** One for each queue of the plan, in its order. */
  readonly tasks: readonly PlannedTask[];
}

/** A plan that can be applied. */
export interface PreparedPlan extends SavedPlan {
  readonly tasks: readonly (PlannedTask & FleetMember)[];
}

import type { LiveQueue } from "../read-queue";
import type { FleetMember, FleetPlace } from "./fleet-member";
import type { FleetPlan, PlanAction } from "./fleet-plan";

/** What a plan of ours does to a queue: which queue it is never changes without a state, so that none is replaced. */
export type FleetAction = Exclude<PlanAction, "replace">;

/**
 * A queue as a plan was made from it: of fields that the table does not know only the managed ones, and pull requests
 * only where the plan changes something.
 */
export type SeenQueue = LiveQueue;

/** What a plan does to one queue, and everything that this takes: secrets are among what is wanted. */
export interface PlannedTask extends FleetPlace {
  readonly action: FleetAction;
  /** What it was planned from; undefined: there was no such queue. */
  readonly seen: SeenQueue | undefined;
}

/** A plan of ours: it has a digest. */
export type DigestedPlan = FleetPlan & { readonly digest: string };

/** A plan as a file holds it: who is to be asked has to be found out again. */
export interface SavedPlan {
  /** What may be shown. */
  readonly plan: DigestedPlan;
  /** One for each queue of the plan, in its order. */
  readonly tasks: readonly PlannedTask[];
}

/** A plan that can be applied. */
export interface PreparedPlan extends SavedPlan {
  readonly tasks: readonly (PlannedTask & FleetMember)[];
}

import type { PartFailure } from "../../queue/merge-queue-error";
import type { FleetAction } from "./prepared-plan";

/** Something that has just happened to one queue of many. */
export interface FleetProgress {
  /** `read`: for a plan; `check`: whether it still is what the plan was made from; `apply`: it is being changed. */
  readonly phase: "read" | "check" | "apply";
  /** `begun` is told of changes only. */
  readonly event: "begun" | "done" | "failed";
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** Terraform address where it is declared. */
  readonly address: string;
  /** What is done to it; undefined while it is only read for a plan. */
  readonly action: FleetAction | undefined;
  /** Queues of the phase that are through with it, well or not, this one included. */
  readonly ended: number;
  /** Queues of the phase. */
  readonly total: number;
  /** What went wrong, where something did. */
  readonly failure?: PartFailure;
}

/** How a task on many queues behaves. */
export interface FleetOptions {
  /** The user's interrupt: nothing begins after it, and what is on its way ends well. */
  readonly stopSignal: AbortSignal;
  /** The user's second interrupt: what is on its way is not waited for (promise F-12). Default: it always is. */
  readonly endSignal?: AbortSignal;
  /** Hears of every step. Default: nobody does. */
  readonly onProgress?: (progress: FleetProgress) => void;
}

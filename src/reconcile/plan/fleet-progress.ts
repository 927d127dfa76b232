import type { PartFailure } from "../../queue/merge-queue-error";
import type { FleetAction } from "./fleet-plan";

/** A step in the work on many queues. */
export interface FleetProgress {
  /** `read`: for a plan; `check`: whether the plan is outdated; `apply`: for the changes. */
  readonly phase: "read" | "check" | "apply";
  /** `begun`: only in the phase `apply`. */
  readonly event: "begun" | "done" | "failed";
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** Terraform address of its declaration. */
  readonly address: string;
  /** Its action; undefined in the phase `read`. */
  readonly action: FleetAction | undefined;
  /** Number of queues that are done or failed in this phase, this one included. */
  readonly ended: number;
  /** Number of queues in this phase. */
  readonly total: number;
  readonly failure?: PartFailure;
}

/** Options of the work on many queues. */
export interface FleetOptions {
  /** The user's interrupt: nothing begins after it, and work in progress is finished. */
  readonly stopSignal: AbortSignal;
  /** The user's second interrupt: work in progress is not waited for (promise F-12). Default: never. */
  readonly endSignal?: AbortSignal;
  /** Called after every step. */
  readonly onProgress?: (progress: FleetProgress) => void;
}

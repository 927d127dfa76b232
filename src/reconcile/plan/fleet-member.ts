import type { QueueIdentity } from "../../queue/queue-identity";
import type { DeletionPolicy } from "../../queue/queue-policies";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { TimedOperation } from "../default-timeouts";
import { getDefaultTimeoutMs } from "../default-timeouts";
import type { Reconciler } from "../reconciler";

/** A queue that is declared, as far as a plan needs to know. */
export interface FleetQueue {
  /** Terraform address where it is declared. */
  readonly address: string;
  /** Name of the stack that declares it. */
  readonly stack: string;
  /** Which queue it is, in the spelling of the declaration. */
  readonly identity: QueueIdentity;
  /** What it shall be, checked; what is absent is not managed. */
  readonly wanted: WantedQueue;
  /** Wire names of settings that are not to be shown. */
  readonly sensitive: ReadonlySet<string>;
  /** What destroying it means. */
  readonly deletionPolicy: DeletionPolicy;
  /** How long operations may take, in milliseconds; absent ones have the provider's defaults. */
  readonly timeoutsMs: { readonly [Operation in TimedOperation]?: number };
}

/** Provider arguments by Terraform name: `base_url`, …. The same connection is the same map. */
export type ConnectionArguments = ReadonlyMap<string, string | number | boolean>;

/** Where a declared queue lives: what its plan is made for, and what a saved plan remembers. */
export interface FleetPlace {
  readonly queue: FleetQueue;
  /** Origin of its service: scheme, host, port. Two queues with one identity at one origin are the same queue. */
  readonly origin: string;
  /** How its service is reached, for a plan that is saved; a token among it is left out of what is saved. */
  readonly connection: ConnectionArguments;
}

/** A declared queue, and what can read and change it. */
export interface FleetMember extends FleetPlace {
  readonly reconciler: Reconciler;
}

/** What a timeout depends on. */
type Timed = Pick<FleetQueue, "timeoutsMs" | "deletionPolicy">;

/**
 * Answers how long an operation on a declared queue may take, in milliseconds. Deleting takes longer by default where
 * the queue is drained first.
 */
export function getTaskTimeoutMs({ timeoutsMs, deletionPolicy }: Timed, operation: TimedOperation): number {
  return timeoutsMs[operation] ?? getDefaultTimeoutMs(operation, deletionPolicy === "drain");
}

/** Answers the same as users write it: `60m`, `90s`. */
export function describeTaskTimeout(queue: Timed, operation: TimedOperation): string {
  const ms = getTaskTimeoutMs(queue, operation);
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

import type { QueueIdentity } from "../../queue/queue-identity";
import type { DeletionPolicy } from "../../queue/queue-policies";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { TimedOperation } from "../default-timeouts";
import { getDefaultTimeoutMs } from "../default-timeouts";
import type { Reconciler } from "../reconciler";

/** A declared queue. */
export interface FleetQueue {
  /** Terraform address where it is declared. */
  readonly address: string;
  /** Name of the stack that declares it. */
  readonly stack: string;
  /** Its identity, spelled as declared. */
  readonly identity: QueueIdentity;
  /** Its wanted settings, valid; absent ones are not managed. */
  readonly wanted: WantedQueue;
  /** Wire names of settings that must not be shown. */
  readonly sensitive: ReadonlySet<string>;
  readonly deletionPolicy: DeletionPolicy;
  /** Timeouts in milliseconds; absent ones have the provider's defaults. */
  readonly timeoutsMs: { readonly [Operation in TimedOperation]?: number };
}

/** Provider arguments by Terraform name: `base_url`, …. The same connection is the same map. */
export type ConnectionArguments = ReadonlyMap<string, string | number | boolean>;

/** A declared queue and its service. */
export interface FleetPlace {
  readonly queue: FleetQueue;
  /** Its service's origin: scheme, host, port. Equal identities at one origin are the same queue. */
  readonly origin: string;
  /** Its provider arguments. A saved plan contains them without the token. */
  readonly connection: ConnectionArguments;
}

/** A declared queue and the reconciler of its service. */
export interface FleetMember extends FleetPlace {
  readonly reconciler: Reconciler;
}

type Timed = Pick<FleetQueue, "timeoutsMs" | "deletionPolicy">;

/**
 * Returns the timeout of an operation on a declared queue, in milliseconds. The default for deleting is longer if the
 * queue is drained first.
 */
export function getTaskTimeoutMs({ timeoutsMs, deletionPolicy }: Timed, operation: TimedOperation): number {
  return timeoutsMs[operation] ?? getDefaultTimeoutMs(operation, deletionPolicy === "drain");
}

/** Returns the same as users write it: `60m`, `90s`. */
export function describeTaskTimeout(queue: Timed, operation: TimedOperation): string {
  const ms = getTaskTimeoutMs(queue, operation);
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

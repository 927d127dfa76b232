import type { ApiClient, CallOptions } from "../../../src/api/api-client";
import type { ReconcileContext } from "../../../src/reconcile/reconcile-context";
import type { Reconciler } from "../../../src/reconcile/reconciler";
import type { OperationName } from "../../../src/wire/first/operations";
import type { VirtualClock } from "../../support/virtual-clock";

/** A call as it was made. */
export interface MadeCall {
  readonly operation: OperationName;
  readonly options: CallOptions;
  /** Milliseconds that the call's deadline left when it was made. */
  readonly remainingMs: number;
}

/** The context of a test's code. */
export interface Stage {
  readonly api: ApiClient;
  readonly clock: VirtualClock;
  readonly reconciler: Reconciler;
  readonly stop: AbortController;
  /** Without those that list what is not ready. */
  readonly calls: readonly MadeCall[];
  /** Those that list what is not ready. */
  readonly lists: readonly MadeCall[];
  /** A context with a deadline of five minutes, or as the test says, and `stop` as interrupt. */
  readonly context: ReconcileContext;
}

import { ignoreNotFound } from "../api/api-client";
import { type Clock, Deadline } from "../api/clock";
import { MAX_IN_FLIGHT } from "../api/request-limiter";
import { toComplete } from "../queue/known-queue";
import type { MergeQueueError, PartFailure } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { forEachLimited } from "../reconcile/for-each-limited";
import type { LiveQueue } from "../reconcile/read-queue";
import type { OperationOptions, Reconciler } from "../reconcile/reconciler";
import { getTaskTimeoutMs, type QueueAtService, type TaskAction } from "./plan";
import { isFatal, requireAllRead, toPartFailure } from "./queue-failures";

const DEFAULT_TIMEOUT_MS = 5 * 60_000;

interface ReadPurpose<Queue> {
  readonly phase: "read" | "check";
  /** Whether `Reconciler.refresh` is enough. If not, the queue is read together with its pull requests. */
  readonly isListEnough: (each: Queue) => boolean;
}

/**
 * Reads several queues at once. If a whole service fails, skips the service's other queues.
 * @param take - called with each queue, its live settings (undefined if it does not exist), and the options
 * @throws MergeQueueError with all failures in `details.failures`; the code is `interrupted`, or that of the
 * first failure
 */
export async function readQueues<Queue extends QueueAtService & Reported>(
  queues: readonly Queue[],
  { phase, isListEnough }: ReadPurpose<Queue>,
  { stopSignal, onProgress, parallelism = MAX_IN_FLIGHT, timeoutMs = DEFAULT_TIMEOUT_MS, clock }: PlanOptions,
  take: (each: Queue, live: LiveQueue | undefined, options: OperationOptions) => Promise<void> | void,
): Promise<void> {
  const deadline = Deadline.after(timeoutMs, clock);
  const errors = new Map<Queue, MergeQueueError>();
  const lost = new Set<Reconciler>();
  let done = 0;
  const report = createReporter(phase, queues.length, onProgress);
  const read = async (each: Queue): Promise<void> => {
    const { queue } = each;
    const { reconciler } = each.service;
    if (lost.has(reconciler)) return;
    const options = { timeoutMs: getTaskTimeoutMs(queue, "read"), within: deadline, stopSignal };
    try {
      const reading: Promise<LiveQueue> = isListEnough(each)
        ? reconciler.refresh(queue.identity, options).then((shown) => ({ pullRequests: undefined, ...shown }))
        : reconciler.read(queue.identity, options);
      const live = await reading.catch(ignoreNotFound);
      // A missing list then counts as an empty list.
      const isInherited = live !== undefined && reconciler.abilities.inheritsByEmptyList;
      await take(each, isInherited ? { ...live, ...toComplete(live) } : live, options);
      done += 1;
      report(each, "done");
    } catch (error) {
      const failure = toPartFailure(formatQueueId(queue.identity), error);
      errors.set(each, error as MergeQueueError);
      if (isFatal(error) || deadline.remainingMs === 0) lost.add(reconciler);
      report(each, "failed", { failure });
    }
  };
  // One queue of each service goes first, so that a wrong token or address is reported once.
  const first = new Map<Reconciler, Queue>();
  for (const each of queues) {
    const { reconciler } = each.service;
    if (!first.has(reconciler)) first.set(reconciler, each);
  }
  await forEachLimited([...first.values()], parallelism, read);
  const others = queues.filter((each) => first.get(each.service.reconciler) !== each);
  await forEachLimited(others, parallelism, read);
  const outcome = phase === "read" ? "there is no plan" : "nothing was changed";
  requireAllRead(queues, ({ queue }) => formatQueueId(queue.identity), { errors, done, outcome });
}

type Reported = Pick<QueueAtService, "queue"> & { readonly action?: TaskAction };

/** Makes the function that reports the steps of one phase. */
export function createReporter(
  phase: PlanProgress["phase"],
  total: number,
  onProgress: PlanOptions["onProgress"],
): (each: Reported, event: PlanProgress["event"], more?: Pick<PlanProgress, "failure" | "notice">) => void {
  let ended = 0;
  return ({ queue: { identity, address }, action }, event, more) => {
    if (event === "done" || event === "failed") ended += 1;
    onProgress?.({ phase, event, id: formatQueueId(identity), address, action, ended, total, ...more });
  };
}

/** A step in the work on many queues. */
export interface PlanProgress {
  /** `read` makes a plan, `check` tells whether the plan is outdated, `apply` makes the changes. */
  readonly phase: "read" | "check" | "apply";
  /** `begun` and `held` occur only in `apply`. `held`: a user must help a draining queue to become empty. */
  readonly event: "begun" | "held" | "done" | "failed";
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly address: string;
  /** The queue's action; undefined in the phase `read`. */
  readonly action: TaskAction | undefined;
  /** How many queues are done or have failed in this phase, up to and including this event. */
  readonly ended: number;
  readonly total: number;
  readonly failure?: PartFailure;
  /** What to tell the user; present only with `held`. */
  readonly notice?: string;
}

/** Options of the work on many queues. */
export interface PlanOptions {
  /** Aborts when the user interrupts. Then, no new work begins, but work in progress is finished. */
  readonly stopSignal: AbortSignal;
  /** Aborts when the user interrupts again. Then, nothing waits for work in progress. Default: never. */
  readonly endSignal?: AbortSignal;
  /** How many queues are worked on at once. Default: {@link MAX_IN_FLIGHT}. */
  readonly parallelism?: number | undefined;
  /** Time limit in milliseconds for reading all queues. Default: five minutes. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  readonly onProgress?: (progress: PlanProgress) => void;
  /** A sentence that says what to do after an incomplete apply. By default, it says to make a new plan. */
  readonly nextStep?: string | undefined;
}

import type { Abilities } from "../api/abilities";
import type { ApiClient } from "../api/api-client";
import { type Clock, Deadline } from "../api/clock";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import type { OnExisting } from "../queue/queue-policies";
import type { QueueRecord } from "../queue/settings";
import type { WantedQueue } from "../queue/wanted-queue";
import { createQueue } from "./create/create-queue";
import { type Deletion, deleteQueue, drainQueue } from "./delete/delete-queue";
import type { DrainOptions } from "./drain/drain-until";
import { type EmptyingProgress, emptyQueue } from "./drain/empty-queue";
import { tryReadListed } from "./drain/read-listed";
import { type EmptyWaitEnd, type EmptyWaitSteps, waitUntilEmpty } from "./drain/wait-until-empty";
import type { ShownQueue } from "./find-wanted-changes";
import type { ListedQueue } from "./listed-queue";
import { QueueList } from "./queue-list";
import { QueueMemory, type RecentRead } from "./queue-memory";
import type { ChangedState, RequestableState } from "./queue-state";
import {
  forAdvice,
  forQueue,
  type LiveQueue,
  peekQueue,
  type QueueWithoutContent,
  readQueue,
  readWithoutContent,
  withNotReady,
} from "./read-queue";
import { type ReconcileContext, withTimeout } from "./reconcile-context";
import { hasSameId, requireNoOther, requireSame } from "./replaced-queue";
import { type UpdateBasis, updateQueue } from "./write/update-queue";
import type { SettingsChange } from "./write-settings";

/** The client's host and the source of its token, for messages. */
export type ApiFacts = Pick<ApiClient, "host" | "tokenSource">;

/** Options of every operation. */
export interface OperationOptions extends Pick<ReconcileContext, "stopSignal" | "endSignal" | "sensitive"> {
  /** Time limit in milliseconds. It does not include the wait for earlier operations on the queue. */
  readonly timeoutMs: number;
  /** The deadline of the work to which the operation belongs. It also ends the operation. Default: none. */
  readonly within?: Deadline | undefined;
  /**
   * The service's own id of the queue. If another queue has replaced the queue, the operation changes nothing
   * and fails with `queue_replaced`. Default: any id. The first interface has no ids.
   */
  readonly queueId?: string | undefined;
}

/** Options of `create`. */
export interface CreateOptions extends OperationOptions {
  /** What a create does if the queue already exists. Default: `fail`. */
  readonly onExisting?: OnExisting;
  /** Whether other runs use this process, too. If so, no queue counts as declared twice. Default: false. */
  readonly mayServeOthers?: boolean;
  /** Called when a queue was created or adopted, before its next operation, with the service's id, if any. */
  readonly onOwned?: (queueId?: string) => void;
}

/** Options of `update`. */
export interface UpdateOptions extends OperationOptions, Pick<UpdateBasis, "expected"> {}

/** Options of `delete`. */
export interface DeleteOptions extends OperationOptions {
  /** How to drain a queue that is not empty, before it is deleted. By default, such a queue is kept. */
  readonly drain?: DrainOptions;
  /** Called after earlier operations on the queue. If it returns true, the queue is kept. Default: false. */
  readonly isKept?: () => boolean;
  /**
   * The queue as the plan showed it: settings and declared additional fields. If a value differs, now or at
   * the end of a drain, the queue is not deleted. Default: settings are not compared.
   */
  readonly expected?: ShownQueue | undefined;
}

/** The inputs and callbacks of a wait for a draining queue. */
export interface DrainWait extends Pick<EmptyWaitSteps<unknown>, "onBusy" | "onHeld"> {
  readonly stateBefore: RequestableState | undefined;
}

/**
 * Brings the queues of one service to the desired state. Decides which calls to make. Within the process,
 * changes of the same queue run one after the other. Reads never wait.
 */
export class Reconciler {
  readonly #api: ApiClient;
  readonly #clock: Clock;
  readonly #memory: QueueMemory;
  #list: QueueList | undefined;
  /** The results of `addNotReady`, by the queue that was given to it. */
  readonly #whole = new WeakMap<LiveQueue, LiveQueue>();

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
    this.#memory = new QueueMemory(clock);
  }

  get api(): ApiFacts {
    return this.#api;
  }

  get abilities(): Abilities {
    return this.#api.abilities;
  }

  /**
   * Returns a queue for a state or plan. Uses an advisory read of the last 10 seconds (Terraform plans a
   * removal before it refreshes), or a list of the last 60 seconds, or else reads the queue. Do not use the
   * result for a write. @throws MergeQueueError `not_found`, `queue_replaced`, or as {@link readQueue}
   */
  async refresh(queue: QueueIdentity, options: OperationOptions): Promise<QueueWithoutContent> {
    const recent = this.#memory.tryFindRead(queue);
    if (recent?.isAdvice === true && recent.live !== undefined && hasSameId(recent.live, options)) {
      this.#memory.addRead(queue, { ...recent, isAdvice: false });
      return recent.live;
    }
    if (!this.#api.abilities.listsQueues) return this.read(queue, options);
    const context = this.#start(queue, options);
    const nowMs = this.#clock.now();
    if (this.#list?.isFresh(nowMs) !== true) this.#list = new QueueList(nowMs);
    return this.#list.read(context, async () =>
      requireSame(context, async () => readWithoutContent(context)),
    );
  }

  /** Reads a queue; see {@link readQueue}. */
  async read(queue: QueueIdentity, options: OperationOptions): Promise<LiveQueue> {
    const sentAtMs = this.#clock.now();
    const context = this.#start(queue, options);
    const live = await requireSame(context, async () => readQueue(context));
    this.#memory.addRead(queue, { live, isAdvice: false, sentAtMs });
    return live;
  }

  /** Returns a queue for advice: from a read of the last 10 seconds, or else from {@link peekQueue}. */
  async peek(queue: QueueIdentity, stopSignal?: AbortSignal): Promise<LiveQueue | undefined> {
    const recent = this.#memory.tryFindRead(queue);
    if (recent !== undefined) return recent.live;
    const sentAtMs = this.#clock.now();
    const live = await peekQueue({ api: this.#api, clock: this.#clock, queue, stopSignal });
    this.#memory.addRead(queue, { live, isAdvice: true, sentAtMs });
    return live;
  }

  /**
   * Adds the pull requests that are not ready to a queue that was read, for advice. Lists them once per read.
   * @param options - `timeoutMs` defaults to the timeout of advisory reads
   */
  async addNotReady(
    queue: QueueIdentity,
    live: LiveQueue,
    { stopSignal, within: deadline, timeoutMs }: Partial<OperationOptions> = {},
  ): Promise<LiveQueue> {
    const context = { api: this.#api, clock: this.#clock, queue, stopSignal, deadline };
    const whole = this.#whole.get(live) ?? (await withNotReady(forAdvice(context, timeoutMs), live));
    this.#whole.set(live, whole);
    return whole;
  }

  /** Creates a queue completely or not at all, or adopts an existing queue; see {@link createQueue}. */
  async create(queue: QueueIdentity, wanted: WantedQueue, options: CreateOptions): Promise<QueueRecord> {
    const { onExisting = "fail", mayServeOthers = false, onOwned } = options;
    return this.#exclusively(queue, options, async (context, recent) => {
      const isJustDeleted = this.#memory.takeDeleted(queue);
      const isOwn = this.#memory.isOwn(queue);
      const live = await createQueue(context, wanted, {
        onExisting,
        isJustDeleted,
        // A read from before this run created the queue proves nothing.
        isSeenAbsent: !isOwn && recent !== undefined && recent.live === undefined,
        isOwn: isOwn && !mayServeOthers,
        newQueues: this.#memory,
      });
      this.#memory.addOwn(queue);
      onOwned?.(live.queueId);
      return live.settings;
    });
  }

  /** Updates a queue; see {@link updateQueue}. */
  async update(
    queue: QueueIdentity,
    change: SettingsChange,
    { expected, ...options }: UpdateOptions,
  ): Promise<QueueRecord | undefined> {
    return this.#exclusively(queue, options, async (context, recent) => {
      const last = recent?.live;
      const live = await updateQueue(last ? forQueue(context, last) : context, change, { expected, last });
      this.#memory.addOwn(queue);
      return live;
    });
  }

  /**
   * Sets a queue's state, unless the queue has this state already. @param approve - called with the queue
   * before a change, while the deadline is suspended. May throw, to prevent the change
   */
  async changeState(
    queue: QueueIdentity,
    state: RequestableState,
    options: OperationOptions,
    approve?: (before: LiveQueue) => Promise<void>,
  ): Promise<ChangedState> {
    const within = Deadline.after(options.timeoutMs, this.#clock, options.within);
    const before = await this.read(queue, { ...options, within });
    if (before.settings.state === state) return { before, settings: before.settings, isChanged: false };
    const resume = within.hold();
    await approve?.(before);
    resume();
    const settings = await this.#exclusively(queue, { ...options, within }, async (context) =>
      updateQueue(forQueue(context, before), { settings: { state } }, { last: before }),
    );
    return { before, settings: { ...before.settings, ...settings }, isChanged: true };
  }

  /** Sets a queue to `draining` and waits until it is empty; see {@link emptyQueue}. */
  async empty(queue: QueueIdentity, options: OperationOptions & EmptyingProgress): Promise<void> {
    await this.#exclusively(queue, options, async (context) => emptyQueue(context, options));
  }

  /** Deletes a queue if it is empty, or drains it first (see {@link drainQueue}), or keeps it (`isKept`). */
  async delete(
    queue: QueueIdentity,
    { drain, isKept, expected, ...options }: DeleteOptions,
  ): Promise<Deletion | "kept"> {
    return this.#exclusively(queue, options, async (context) => {
      if (isKept?.() === true) return "kept";
      const deletion = await (drain === undefined
        ? deleteQueue(context, expected)
        : drainQueue(context, drain, expected));
      if (deletion === "already_gone") await requireNoOther(context);
      if (deletion === "deleted") this.#memory.addDeleted(queue);
      else this.#memory.removeOwn(queue);
      return deletion;
    });
  }

  /** Waits until a draining queue is empty; see {@link waitUntilEmpty}. */
  async waitUntilEmpty(
    queue: QueueIdentity,
    options: OperationOptions,
    { stateBefore, onBusy, onHeld }: DrainWait,
  ): Promise<EmptyWaitEnd<ListedQueue>> {
    const context = this.#start(queue, options);
    const last = await tryReadListed(context);
    if (last === undefined) return { kind: "gone" };
    const wait = { last, draining: { stateBefore, sinceMs: this.#clock.now() } };
    return waitUntilEmpty(forQueue(context, last), wait, { onHeld, onBusy, onEmpty: (live) => live });
  }

  /** Records that this process no longer owns a queue. */
  forget(queue: QueueIdentity): void {
    this.#memory.removeOwn(queue);
  }

  async #exclusively<Result>(
    queue: QueueIdentity,
    options: OperationOptions,
    task: (context: ReconcileContext, recent: RecentRead | undefined) => Promise<Result>,
  ): Promise<Result> {
    const key = `${this.#api.host} ${toIdentityKey(queue)}`;
    return runExclusive(key, async () => {
      const recent = this.#memory.takeRead(queue);
      try {
        const context = this.#start(queue, options);
        return await requireSame(context, async () => task(context, recent));
      } finally {
        // A read that ended meanwhile may show the queue as it was before.
        this.#memory.takeRead(queue);
      }
    });
  }

  #start(queue: QueueIdentity, options: OperationOptions): ReconcileContext {
    const { endSignal, queueId, sensitive, stopSignal, timeoutMs, within } = options;
    const base = { api: this.#api, clock: this.#clock, queue, queueId, deadline: within };
    return withTimeout({ ...base, stopSignal, endSignal, sensitive }, timeoutMs);
  }
}

const tails = new Map<string, Promise<unknown>>();

/** Runs a process's operations on one queue (`key`: host and identity) one after the other. */
async function runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
  const previous = tails.get(key);
  const current = (async () => {
    // Its own caller handles its failure.
    await previous?.catch(() => undefined);
    return task();
  })();
  tails.set(key, current);
  try {
    return await current;
  } finally {
    if (tails.get(key) === current) tails.delete(key);
  }
}

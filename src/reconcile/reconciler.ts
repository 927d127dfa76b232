import type { ApiClient } from "../api/api-client";
import type { Clock } from "../api/clock";
import type { QueueIdentity } from "../queue/queue-identity";
import { toIdentityKey } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { WantedQueue } from "../queue/wanted-queue";
import type { CreateBehaviour } from "./create/create-queue";
import { createQueue } from "./create/create-queue";
import type { Deletion } from "./delete/commit-delete";
import { deleteQueue } from "./delete/delete-queue";
import type { DrainOptions } from "./delete/drain-queue";
import { drainQueue } from "./delete/drain-queue";
import type { LiveQueue } from "./read-queue";
import { peekQueue, readQueue } from "./read-queue";
import type { ReconcileContext, UnboundedContext } from "./reconcile-context";
import { withTimeout } from "./reconcile-context";
import { updateQueue } from "./write/update-queue";
import type { SettingsChange } from "./write/write-settings";

/** What messages say of the client in use: which host is called, and where its token came from. */
export type ApiFacts = Pick<ApiClient, "host" | "tokenSource">;

/** How long an operation may take, and what interrupts it. */
export interface OperationOptions {
  /** Milliseconds, from the moment at which the operation's turn has come. */
  readonly timeoutMs: number;
  /** The user's interrupt. */
  readonly stopSignal?: AbortSignal;
  /**
   * Aborts when nobody waits for the outcome any more: what is on its way is finished, and no further write begins,
   * not even one that completes or undoes another (promise F-12). Default: it is always waited for.
   */
  readonly endSignal?: AbortSignal;
  /**
   * Wire names of settings whose wanted values no message repeats, not even where the service does. Values of
   * additional settings are never part of our own words. Default: none.
   */
  readonly sensitive?: ReadonlySet<string>;
}

/** How a queue is created, and how long that may take. */
export type CreateOptions = OperationOptions & Pick<CreateBehaviour, "onExisting">;

/** How a queue is deleted, and how long that may take. */
export interface DeleteOptions extends OperationOptions {
  /** Lets a queue that has pull requests in it finish them first. Default: it is left as it is. */
  readonly drain?: DrainOptions;
}

/** What became of a queue that was to be deleted: `kept` if an earlier create of this reconciler has taken it over. */
export type DeleteOutcome = Deletion | "kept";

/**
 * Brings queues of one service to their desired state: the only code that decides which calls that takes.
 * Changes of one queue are made one after the other within the process; reads are never held up.
 */
export class Reconciler {
  readonly #api: ApiClient;
  readonly #clock: Clock;
  /** Queues that were taken over: somebody has just come to rely on each of them. */
  readonly #adoptedKeys = new Set<string>();
  /** Queues that were created, changed or taken over, and not deleted since. */
  readonly #ownKeys = new Set<string>();
  /** Queues that were deleted, and not created again. */
  readonly #deletedKeys = new Set<string>();

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** What messages say of the client in use. */
  get api(): ApiFacts {
    return this.#api;
  }

  /** Reads a queue; see {@link readQueue}. */
  async read(identity: QueueIdentity, options: OperationOptions): Promise<LiveQueue> {
    return readQueue(this.#start(options), identity);
  }

  /** Reads a queue for advice, once and for five seconds at most; see {@link peekQueue}. */
  async peek(identity: QueueIdentity, stopSignal?: AbortSignal): Promise<LiveQueue | undefined> {
    return peekQueue(this.#unbounded(stopSignal), identity);
  }

  /** Creates a queue, all or nothing, or takes an existing one over; see {@link createQueue}. */
  async create(identity: QueueIdentity, wanted: WantedQueue, options: CreateOptions): Promise<QueueRecord> {
    const key = toIdentityKey(identity);
    const onAdopted = (): void => {
      this.#adoptedKeys.add(key);
    };
    return this.#exclusively(identity, options, async (context) => {
      const isJustDeleted = this.#deletedKeys.delete(key);
      const isOwn = this.#ownKeys.has(key);
      const live = await createQueue(context, identity, wanted, {
        ...options,
        isJustDeleted,
        isOwn,
        onAdopted,
      });
      this.#ownKeys.add(key);
      return live;
    });
  }

  /** Updates a queue; see {@link updateQueue}. */
  async update(
    identity: QueueIdentity,
    change: SettingsChange,
    options: OperationOptions,
  ): Promise<QueueRecord | undefined> {
    return this.#exclusively(identity, options, async (context) => {
      const live = await updateQueue(context, identity, change);
      this.#ownKeys.add(toIdentityKey(identity));
      return live;
    });
  }

  /**
   * Deletes an empty queue, or drains it first; see {@link deleteQueue} and {@link drainQueue}. A queue that this
   * reconciler has taken over is left as it is: who wants it deleted knows it from before (promise I-3).
   */
  async delete(identity: QueueIdentity, options: DeleteOptions): Promise<DeleteOutcome> {
    const { drain } = options;
    return this.#exclusively(identity, options, async (context) => {
      const key = toIdentityKey(identity);
      if (this.#adoptedKeys.has(key)) return "kept";
      const deletion = await (drain === undefined
        ? deleteQueue(context, identity)
        : drainQueue(context, identity, drain));
      this.#ownKeys.delete(key);
      if (deletion === "deleted") this.#deletedKeys.add(key);
      return deletion;
    });
  }

  /** Notes that a queue is managed no more, and stays as it is. */
  forget(identity: QueueIdentity): void {
    this.#ownKeys.delete(toIdentityKey(identity));
  }

  async #exclusively<Result>(
    identity: QueueIdentity,
    options: OperationOptions,
    task: (context: ReconcileContext) => Promise<Result>,
  ): Promise<Result> {
    const key = `${this.#api.host} ${toIdentityKey(identity)}`;
    return runExclusive(key, () => task(this.#start(options)));
  }

  #start(options: OperationOptions): ReconcileContext {
    const { endSignal, sensitive, stopSignal, timeoutMs } = options;
    const context = {
      ...this.#unbounded(stopSignal),
      ...(endSignal === undefined ? {} : { endSignal }),
      ...(sensitive === undefined ? {} : { sensitive }),
    };
    return withTimeout(context, timeoutMs);
  }

  #unbounded(stopSignal: AbortSignal | undefined): UnboundedContext {
    return { api: this.#api, clock: this.#clock, ...(stopSignal === undefined ? {} : { stopSignal }) };
  }
}

/** The last operation on each queue. */
const tails = new Map<string, Promise<unknown>>();

/**
 * Runs a task after every earlier one with the same key has ended, well or not: operations on one queue never
 * overlap within a process, whoever configured the client they use.
 * @param key - host of the service and identity key of the queue
 */
async function runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
  const previous = tails.get(key);
  const current = (async () => {
    // How the earlier operation ended is its own caller's business.
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

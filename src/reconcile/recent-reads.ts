import type { Clock } from "../api/clock";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import type { LiveQueue } from "./read-queue";

/** How long a read counts as recent, in milliseconds. */
const RECENT_MS = 10_000;

/** What a read showed; `live` is undefined if the queue did not exist. */
export interface RecentRead {
  readonly live: LiveQueue | undefined;
  /** Whether it was read for advice, and not yet to refresh a state. */
  readonly isAdvice: boolean;
  /** When it was sent. */
  readonly sentAtMs: number;
}

/** What was read of queues within the last 10 seconds, so that steps of one plan or apply share a read. */
export class RecentReads {
  readonly #clock: Clock;
  /** In the order in which the reads ended. */
  readonly #byKey = new Map<string, RecentRead>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many reads are kept. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Remembers a read, and forgets those that are no longer recent. */
  add(identity: QueueIdentity, read: RecentRead): void {
    const key = toIdentityKey(identity);
    this.#byKey.delete(key);
    this.#byKey.set(key, read);
    for (const [oldKey, old] of this.#byKey) {
      if (this.#isRecent(old)) break;
      this.#byKey.delete(oldKey);
    }
  }

  /** Returns the last read of a queue; undefined if there was none within the last 10 seconds. */
  tryFind(identity: QueueIdentity): RecentRead | undefined {
    const read = this.#byKey.get(toIdentityKey(identity));
    return read !== undefined && this.#isRecent(read) ? read : undefined;
  }

  /** As {@link tryFind}, and forgets the read: what follows may change the queue. */
  take(identity: QueueIdentity): RecentRead | undefined {
    const read = this.tryFind(identity);
    this.#byKey.delete(toIdentityKey(identity));
    return read;
  }

  #isRecent({ sentAtMs }: RecentRead): boolean {
    return this.#clock.now() - sentAtMs <= RECENT_MS;
  }
}

import type { Clock } from "../api/clock";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import {
  assumeDefaults,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "../queue/settings";
import { SETTINGS_THAT_FOLLOW } from "../queue/settings-that-follow";
import type { WantedQueue } from "../queue/wanted-queue";
import type { ShownQueue } from "./find-wanted-changes";
import type { LiveQueue } from "./read-queue";

const RECENT_MS = 10_000;

/** Settings with fixed defaults, which are not learned: a new queue runs, and inherits required statuses. */
const NEVER_LEARNED: readonly SettingName[] = ["state", "requiredStatuses"];

/** The result of a read. `live` is undefined if the queue did not exist. */
export interface RecentRead {
  readonly live: LiveQueue | undefined;
  /** Whether the read was made for advice, and its result has not become part of a state yet. */
  readonly isAdvice: boolean;
  readonly sentAtMs: number;
}

/**
 * What a process knows of one service's queues: its own queues, deleted queues, and defaults of new queues.
 * Keeps each read for 10 seconds, so that the steps of a plan or apply can share it.
 */
export class QueueMemory {
  readonly #clock: Clock;
  readonly #ownKeys = new Set<string>();
  readonly #deletedKeys = new Set<string>();
  /** Recent reads, in the order in which they ended. */
  readonly #reads = new Map<string, RecentRead>();
  /** The learned defaults of new queues, if they differ from the assumed defaults. */
  readonly #settings = new Map<SettingName, SettingValue>();
  readonly #additional = new Map<string, unknown>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tells whether this process created, changed or adopted the queue, and still owns it. */
  isOwn(queue: QueueIdentity): boolean {
    return this.#ownKeys.has(toIdentityKey(queue));
  }

  /** Tells whether this process deleted the queue. Forgets this, because the caller creates the queue. */
  takeDeleted(queue: QueueIdentity): boolean {
    return this.#deletedKeys.delete(toIdentityKey(queue));
  }

  addOwn(queue: QueueIdentity): void {
    this.#ownKeys.add(toIdentityKey(queue));
  }

  addDeleted(queue: QueueIdentity): void {
    this.removeOwn(queue);
    this.#deletedKeys.add(toIdentityKey(queue));
  }

  removeOwn(queue: QueueIdentity): void {
    this.#ownKeys.delete(toIdentityKey(queue));
  }

  get readCount(): number {
    return this.#reads.size;
  }

  /** Remembers a read, and forgets reads that are no longer recent. */
  addRead(queue: QueueIdentity, read: RecentRead): void {
    const key = toIdentityKey(queue);
    this.#reads.delete(key);
    this.#reads.set(key, read);
    for (const [oldKey, old] of this.#reads) {
      if (this.#isRecent(old)) break;
      this.#reads.delete(oldKey);
    }
  }

  /** Returns the last read of a queue; undefined if it is more than 10 seconds old. */
  tryFindRead(queue: QueueIdentity): RecentRead | undefined {
    const read = this.#reads.get(toIdentityKey(queue));
    return read !== undefined && this.#isRecent(read) ? read : undefined;
  }

  /** Returns the same as {@link tryFindRead}. Forgets the read, because the caller may change the queue. */
  takeRead(queue: QueueIdentity): RecentRead | undefined {
    const read = this.tryFindRead(queue);
    this.#reads.delete(toIdentityKey(queue));
    return read;
  }

  /** Learns defaults from a new queue. Skips settings that were sent, and settings that follow these. */
  learn({ settings, additionalFields }: ShownQueue, wanted: WantedQueue): void {
    const assumed = assumeDefaults(settings);
    const sent = SETTING_NAMES.filter((name) => wanted.settings[name] !== undefined);
    const following = sent.flatMap((name) => SETTINGS_THAT_FOLLOW.get(name) ?? []);
    const silent = [...NEVER_LEARNED, ...sent, ...following];
    for (const name of SETTING_NAMES) {
      const value = settings[name];
      if (value === undefined || silent.includes(name)) continue;
      if (value === assumed[name]) this.#settings.delete(name);
      else this.#settings.set(name, value);
    }
    for (const [name, value] of Object.entries(additionalFields)) {
      if (wanted.additionalSettings?.has(name) !== true) this.#additional.set(name, value);
    }
  }

  /** Returns the expected values of a new queue. @param found - the new queue's known settings */
  expect(found: QueueRecord): ShownQueue {
    return {
      settings: { ...assumeDefaults(found), ...Object.fromEntries(this.#settings) },
      additionalFields: Object.fromEntries(this.#additional),
    };
  }

  #isRecent({ sentAtMs }: RecentRead): boolean {
    return this.#clock.now() - sentAtMs <= RECENT_MS;
  }
}

import type { QueueIdentity } from "../../../src/queue/queue-identity";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import type { ServiceSide } from "../service-side";

/** A value and who set it last. */
interface Owned {
  /** As JSON, sets in order. */
  readonly value: string;
  readonly by: string;
}

/** A queue at one moment: each of its settings, the declared ones that are not in the table included. */
export interface View {
  readonly settings: ReadonlyMap<string, Owned>;
  /** The moments when the pull requests that are in it were submitted. */
  readonly submittedAt: ReadonlyMap<number, number>;
  /** Grows with each view. */
  readonly moment: number;
}

/** Writes a value as the ledger compares it. */
export function toEntry(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...(value as unknown[])].sort() : value);
}

/** Who set which value of each queue. Looks at the service itself, whatever its responses say. */
export class Ledger {
  readonly #service: ServiceSide;
  readonly #views = new Map<string, View>();
  #moment = 0;

  constructor(service: ServiceSide) {
    this.#service = service;
  }

  /** Records that what has changed since the last call was changed by one hand. */
  record(by: string): void {
    const left = new Set(this.#views.keys());
    for (const { identity, settings, additional, enqueued } of this.#service.listQueues()) {
      const key = toIdentityKey(identity);
      left.delete(key);
      const before = this.#views.get(key);
      const entries = Object.entries({ ...settings, ...additional }).map(([name, shown]) => {
        const value = toEntry(shown);
        const old = before?.settings.get(name);
        return [name, old?.value === value ? old : { value, by }] as const;
      });
      const moment = (this.#moment += 1);
      const submittedAt = new Map(
        enqueued.map((number) => [number, before?.submittedAt.get(number) ?? moment]),
      );
      this.#views.set(key, { settings: new Map(entries), submittedAt, moment });
    }
    for (const key of left) this.#views.delete(key);
  }

  /** Returns a queue as it is; undefined if it does not exist. */
  find(queue: QueueIdentity): View | undefined {
    return this.#views.get(toIdentityKey(queue));
  }
}

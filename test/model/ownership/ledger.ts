import { type QueueIdentity, toIdentityKey } from "../../../src/queue/queue-identity";
import type { ServiceSide } from "../service-side";

/** A queue at one moment. */
export interface View {
  /** By wire name, additional settings included: the value as JSON, and who set it last. */
  readonly settings: ReadonlyMap<string, { readonly value: string; readonly by: string }>;
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
  #views: ReadonlyMap<string, View> = new Map();
  #moment = 0;

  constructor(service: ServiceSide) {
    this.#service = service;
  }

  /** Records that what has changed since the last call was changed by one hand. */
  record(by: string): void {
    const moment = (this.#moment += 1);
    const views = this.#service.listQueues().map(({ identity, settings, additional, enqueued }) => {
      const before = this.find(identity);
      const entries = Object.entries({ ...settings, ...additional }).map(([name, shown]) => {
        const value = toEntry(shown);
        const old = before?.settings.get(name);
        return [name, old?.value === value ? old : { value, by }] as const;
      });
      const submittedAt = enqueued.map((id) => [id, before?.submittedAt.get(id) ?? moment] as const);
      const view = { settings: new Map(entries), submittedAt: new Map(submittedAt), moment };
      return [toIdentityKey(identity), view] as const;
    });
    this.#views = new Map(views);
  }

  /** Returns a queue as it is; undefined if it does not exist. */
  find(queue: QueueIdentity): View | undefined {
    return this.#views.get(toIdentityKey(queue));
  }
}

import { type QueueIdentity, toIdentityKey } from "../../../src/queue/queue-identity";
import type { ServiceSide } from "../service-side";

/** A queue at one moment. */
export interface View {
  /** By wire name, also of additional settings: the value as JSON, and who set it last. */
  readonly settings: ReadonlyMap<string, { readonly value: string; readonly by: string }>;
  /** When its pull requests were submitted. */
  readonly submittedAt: ReadonlyMap<number, number>;
  /** Grows with each view. */
  readonly moment: number;
}

/** Writes a value so that equal values are equal strings. */
export function toEntry(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...(value as unknown[])].sort() : value);
}

/** Who set which value of each queue. Reads the service's data, not its responses. */
export class Ledger {
  readonly #service: ServiceSide;
  #views: ReadonlyMap<string, View> = new Map();
  #moment = 0;

  constructor(service: ServiceSide) {
    this.#service = service;
  }

  /** Records who made all changes since the last call. */
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

  /** Returns a queue as stored; undefined if it does not exist. */
  find(queue: QueueIdentity): View | undefined {
    return this.#views.get(toIdentityKey(queue));
  }
}

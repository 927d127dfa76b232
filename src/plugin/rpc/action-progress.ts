import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Longer than StopProvider takes to arrive once Terraform no longer listens. */
const SETTLE_MS = 50;

/** Sends progress until the stop: Terraform 1.14 and 1.15 crash at the second event they read after it. */
export class ActionProgress {
  readonly #send: (message: string) => void;
  readonly #stopSignal: AbortSignal;
  readonly #unsent: string[] = [];
  #sending = Promise.resolve();
  #sentMs = Number.NEGATIVE_INFINITY;
  #stoppedMs = Number.POSITIVE_INFINITY;
  #isOver = false;

  constructor(stopSignal: AbortSignal, send: (message: string) => void) {
    this.#send = send;
    this.#stopSignal = stopSignal;
    stopSignal.addEventListener("abort", this.#onStop);
  }

  readonly #onStop = (): void => {
    this.#stoppedMs = performance.now();
  };

  report(message: string): void {
    if (!this.#isOver) this.#sending = this.#sending.then(() => this.#trySend(message));
  }

  /** Waits until all is sent. @returns what was not, and whether the last may be unheard, for a stop */
  async end({
    hasFailed,
  }: {
    readonly hasFailed: boolean;
  }): Promise<{ readonly unsent: readonly string[]; readonly isUnheard: boolean }> {
    this.#isOver = true;
    await this.#sending;
    const restMs = hasFailed ? 0 : this.#sentMs + SETTLE_MS - performance.now();
    if (restMs > 0) await wait(restMs, undefined, { signal: this.#stopSignal }).catch(() => undefined);
    this.#stopSignal.removeEventListener("abort", this.#onStop);
    return { unsent: this.#unsent, isUnheard: this.#stoppedMs - this.#sentMs < SETTLE_MS };
  }

  async #trySend(message: string): Promise<void> {
    // A stop that has arrived already is handled first.
    await nextTurn();
    await nextTurn();
    if (this.#stopSignal.aborted) {
      this.#unsent.push(message);
    } else {
      this.#sentMs = performance.now();
      this.#send(message);
    }
  }
}

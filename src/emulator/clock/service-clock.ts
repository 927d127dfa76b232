import { MergeQueueError } from "../../queue/merge-queue-error";

/** `real`: the clock follows the machine's. `manual`: it stands still until it is moved. */
export type ClockMode = "real" | "manual";

/** The clock as a value: it runs ahead of the machine's by a fixed time, or is stopped. */
export type ClockState =
  | { readonly mode: "real"; readonly aheadMs: number }
  | { readonly mode: "manual"; readonly nowMs: number };

/** Latest moment with a four-digit year, as ISO 8601 needs it, in milliseconds since 1970 (UTC). */
export const LATEST_MS: number = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A clock that can be stopped and moved forward, never back. */
export class ServiceClock {
  readonly #readMachine: () => number;
  readonly #onMove: (state: ClockState) => void;
  #state: ClockState;

  /**
   * @param readMachine - returns the machine's time in milliseconds since 1970 (UTC)
   * @param onMove - called after every change, including changes of the mode
   */
  constructor(readMachine: () => number, state: ClockState, onMove: (state: ClockState) => void) {
    this.#readMachine = readMachine;
    this.#state = state;
    this.#onMove = onMove;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Milliseconds since 1970 (UTC). */
  get nowMs(): number {
    return this.#state.mode === "manual" ? this.#state.nowMs : this.#readMachine() + this.#state.aheadMs;
  }

  /** Stops the clock, or lets it follow the machine's from its current time. */
  setMode(mode: ClockMode): void {
    if (mode === this.#state.mode) return;
    const { nowMs } = this;
    this.#move(mode === "manual" ? { mode, nowMs } : { mode, aheadMs: nowMs - this.#readMachine() });
  }

  /**
   * Moves the clock forward to a time.
   * @param nowMs - milliseconds since 1970 (UTC), an integer
   * @throws MergeQueueError `invalid_request` if that is in its past or not a valid time
   */
  moveTo(nowMs: number): void {
    if (!Number.isSafeInteger(nowMs) || nowMs > LATEST_MS) {
      throw refuseMove(
        `A moment must be a whole number of milliseconds since 1970, up to the end of the year 9999, not ${nowMs}`,
      );
    }
    if (nowMs < this.nowMs) {
      const [wanted, now] = [new Date(nowMs).toISOString(), new Date(this.nowMs).toISOString()];
      throw refuseMove(`Time never moves back: it is ${now}, and ${wanted} is before that`);
    }
    this.#move(
      this.#state.mode === "manual"
        ? { mode: "manual", nowMs }
        : { mode: "real", aheadMs: nowMs - this.#readMachine() },
    );
  }

  /** Restores a state; only here, time may move back. */
  restore(state: ClockState): void {
    this.#move(state);
  }

  #move(state: ClockState): void {
    this.#state = state;
    this.#onMove(state);
  }
}

function refuseMove(reason: string): MergeQueueError {
  return new MergeQueueError(
    "invalid_request",
    `The local service's clock cannot be moved. ${reason}. Give another moment.`,
    { field: "nowMs" },
  );
}

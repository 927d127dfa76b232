import { MergeQueueError } from "../../queue/merge-queue-error";

/** `real`: the clock follows the machine's. `manual`: it stands still until it is moved. */
export type ClockMode = "real" | "manual";

/** The clock as a value: it runs some time ahead of the machine's, or stands still. */
export type ClockState =
  | { readonly mode: "real"; readonly aheadMs: number }
  | { readonly mode: "manual"; readonly nowMs: number };

/** Latest moment that the interface can write, in milliseconds since 1970 (UTC): ISO 8601 has years of four digits. */
export const LATEST_MS: number = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A clock that can be stopped and moved forward, never back. */
export class ServiceClock {
  readonly #readMachine: () => number;
  readonly #onMove: (state: ClockState) => void;
  #state: ClockState;

  /**
   * @param readMachine - the machine's time in milliseconds since 1970 (UTC)
   * @param onMove - hears of every change, also of the mode
   */
  constructor(readMachine: () => number, state: ClockState, onMove: (state: ClockState) => void) {
    this.#readMachine = readMachine;
    this.#state = state;
    this.#onMove = onMove;
  }

  /** How it stands. */
  get state(): ClockState {
    return this.#state;
  }

  /** Milliseconds since 1970 (UTC). */
  get nowMs(): number {
    return this.#state.mode === "manual" ? this.#state.nowMs : this.#readMachine() + this.#state.aheadMs;
  }

  /** Stops it, or lets it go on with the machine's from where it stands. */
  setMode(mode: ClockMode): void {
    if (mode === this.#state.mode) return;
    const { nowMs } = this;
    this.#move(mode === "manual" ? { mode, nowMs } : { mode, aheadMs: nowMs - this.#readMachine() });
  }

  /**
   * Moves it to a moment; going with the machine's, it goes on from there.
   * @param nowMs - milliseconds since 1970 (UTC), whole
   * @throws MergeQueueError `invalid_request` if that is in its past or no moment at all
   */
  moveTo(nowMs: number): void {
    if (!Number.isSafeInteger(nowMs) || nowMs > LATEST_MS) {
      throw refuseMove(
        `A moment is a whole number of milliseconds since 1970, up to the end of the year 9999, not ${nowMs}`,
      );
    }
    if (nowMs < this.nowMs) {
      const [wanted, now] = [new Date(nowMs).toISOString(), new Date(this.nowMs).toISOString()];
      throw refuseMove(`Time never goes back: it is ${now}, and ${wanted} is before that`);
    }
    this.#move(
      this.#state.mode === "manual"
        ? { mode: "manual", nowMs }
        : { mode: "real", aheadMs: nowMs - this.#readMachine() },
    );
  }

  /** Puts it as it stood before; time may go back here. */
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

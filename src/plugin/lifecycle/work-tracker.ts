/** Counts work that the end of the process must not interrupt: writes, and calls still to be answered. */
export class WorkTracker {
  #running = 0;
  #waiting: (() => void)[] = [];

  get running(): number {
    return this.#running;
  }

  async track<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await run();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  /** Waits until no work is in progress, at most this long. Returns false if work is still in progress. */
  async waitUntilIdle(timeoutMs: number): Promise<boolean> {
    if (this.#running === 0) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return this.#running === 0;
  }
}

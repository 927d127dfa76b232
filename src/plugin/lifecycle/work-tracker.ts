/** Counts work that the process finishes before it ends: writes, and calls without a response. */
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

  /** Waits until no work is in progress, but no longer than `timeoutMs`. @returns whether all work is done */
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

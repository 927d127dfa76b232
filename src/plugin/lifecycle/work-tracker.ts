/** Counts what must not be cut off when the process ends: calls that write, and calls that are not answered yet. */
export class WorkTracker {
  #running = 0;
  #waiting: (() => void)[] = [];

  /** How many writes are under way. */
  get running(): number {
    return this.#running;
  }

  /** Runs a write and counts it until it settles. */
  async track<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await write();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  /** Resolves when no write is under way, at the latest after this time. Answers whether none is. */
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

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;

/** Computes the mean of a value for each hour of the day (UTC), weighted by time. */
export class MeanByHour {
  readonly #sums = new Float64Array(HOURS_OF_DAY);
  readonly #durationsMs = new Float64Array(HOURS_OF_DAY);

  /** Adds a value that was constant between two moments, in milliseconds since 1970 (UTC). */
  add(value: number, fromMs: number, toMs: number): void {
    let atMs = fromMs;
    while (atMs < toMs) {
      const hour = Math.floor(atMs / HOUR_MS);
      const endMs = Math.min(toMs, (hour + 1) * HOUR_MS);
      const index = hour % HOURS_OF_DAY;
      this.#sums[index] = (this.#sums[index] ?? 0) + value * (endMs - atMs);
      this.#durationsMs[index] = (this.#durationsMs[index] ?? 0) + endMs - atMs;
      atMs = endMs;
    }
  }

  /** Returns 24 means; undefined where nothing was added. */
  toMeans(): (number | undefined)[] {
    return Array.from(this.#sums, (sum, hour) => {
      const durationMs = this.#durationsMs[hour] ?? 0;
      return durationMs === 0 ? undefined : sum / durationMs;
    });
  }
}

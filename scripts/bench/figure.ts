/** A figure that the product promises, measured. */
export interface Figure {
  /** What was measured. */
  readonly name: string;
  /** What came out, with unit. */
  readonly value: string;
  /** What is promised. */
  readonly limit: string;
  /** Whether the promise holds. */
  readonly isKept: boolean;
}

/** Writes a time in seconds, as tables and figures show it. */
export function toSeconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2);
}

/** Answers the median of at least one number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("there is no median of nothing");
  return (upper + lower) / 2;
}

/** Arguments of a part of the bench. */
export interface BenchContext {
  /** The project's root directory, absolute; built. */
  readonly root: string;
  /** Whether to measure fewer cases, and each less often. */
  readonly isQuick: boolean;
  /** Whether only this part runs, so that it may take long. */
  readonly isAlone: boolean;
  /** Shows progress. */
  readonly say: (text: string) => void;
}

/** A table, and what its rows mean. */
export interface Section {
  readonly title: string;
  /** Markdown before the table. */
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The results of a part. */
export interface PartReport {
  readonly figures: readonly Figure[];
  /** Figures that have a page of their own. */
  readonly validations?: readonly Figure[];
  readonly section?: Section;
}

/** A measured figure with a promised limit. */
export interface Figure {
  readonly name: string;
  /** What was measured, with its unit. */
  readonly value: string;
  readonly limit: string;
  /** Whether the value is within the limit. */
  readonly isKept: boolean;
  /** Why the promise may be missed, as a sentence. Default: it may not. */
  readonly missed?: string | undefined;
}

/** Says in Markdown how a promise ended. @returns `isExpected: false` if it broke for an unknown reason */
export function judge({ isKept, missed }: Pick<Figure, "isKept" | "missed">): {
  readonly isExpected: boolean;
  readonly words: string;
} {
  if (isKept) return { isExpected: true, words: "kept" };
  if (missed !== undefined) return { isExpected: true, words: `missed: ${missed}` };
  return { isExpected: false, words: "**broken**" };
}

/** Compares a measured value with the most that is promised. */
export function atMost(name: string, value: number, limit: number, unit = "", digits = 2): Figure {
  const end = unit === "" ? "" : ` ${unit}`;
  return {
    name,
    value: `${value.toFixed(digits)}${end}`,
    limit: `at most ${limit}${end}`,
    isKept: value <= limit,
  };
}

/** Formats a time in seconds. */
export function toSeconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2);
}

/** Returns the median. @throws RangeError without values */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("no values, so there is no median");
  return (upper + lower) / 2;
}

/** Returns the median of the ratios of each round. */
export function divide(times: readonly number[], base: readonly number[]): number {
  return median(times.map((ms, round) => ms / (base[round] ?? Number.NaN)));
}

import type { Figure } from "./figure";
import type { Series } from "./page/draw-plot";

/** Arguments of a part of the bench. */
export interface BenchContext {
  /** The project's root directory, absolute; built. */
  readonly root: string;
  /** Whether to measure fewer cases, and each less often. */
  readonly isQuick: boolean;
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
  readonly section?: Section;
  /** Lines of the plot. */
  readonly series?: readonly Series[];
}

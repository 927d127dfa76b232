import type { Figure } from "./figure";

/** What a part of the bench is given. */
export interface BenchContext {
  /** The project's root directory, absolute; built. */
  readonly root: string;
  /** Whether to measure less and less often, for a first look. */
  readonly isQuick: boolean;
  /** Tells people what is going on. */
  readonly say: (text: string) => void;
}

/** A table, and what its rows mean. */
export interface Section {
  readonly title: string;
  /** Paragraphs before the table, in Markdown. */
  readonly text: readonly string[];
  /** Heads of the columns; the first one's may be empty. */
  readonly columns: readonly string[];
  /** Cells by row, as many as there are columns. */
  readonly rows: readonly (readonly string[])[];
}

/** What a part of the bench found. */
export interface PartReport {
  /** Figures that the product promises. */
  readonly figures: readonly Figure[];
  /** Everything that was measured. */
  readonly sections: readonly Section[];
}

/** A part of the bench, which can be run alone. */
export interface BenchPart {
  /** Its name on the command line. */
  readonly name: string;
  /** What it measures, as the end of a sentence. */
  readonly what: string;
  readonly run: (context: BenchContext) => Promise<PartReport>;
}

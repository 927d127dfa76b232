import type { Tone } from "../queue/state-tones";

/** The style of each {@link Tone}, in the words of Node's `styleText`. */
export const TONE_STYLES = {
  good: "green",
  busy: "cyan",
  held: "yellow",
  bad: "red",
  still: "dim",
} as const satisfies Readonly<Record<Tone, string>>;

/** How output looks to the person who runs the command. */
export interface View {
  /** Width in columns. Infinite, so that no text is cut, without a terminal and `COLUMNS`. */
  readonly columns: number;
  /** The date, for relative times: milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Colours a text, if colours are wanted. */
  readonly paint: (tone: Tone, text: string) => string;
}

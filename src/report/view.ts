import type { Tone } from "../queue/state-tones";

/** The style of each {@link Tone}, in the words of Node's `styleText`. */
export const TONE_STYLES = {
  good: "green",
  busy: "cyan",
  held: "yellow",
  bad: "red",
  still: "dim",
} as const satisfies Readonly<Record<Tone, string>>;

/** The properties of the output: width, time and colours. */
export interface View {
  /** Width in columns. Infinite if there is no terminal and no `COLUMNS`, so that no text is cut. */
  readonly columns: number;
  /** The present time in milliseconds since 1970 (UTC). Relative times are relative to this time. */
  readonly nowMs: number;
  /** Colours a text if the output has colours. */
  readonly paint: (tone: Tone, text: string) => string;
}

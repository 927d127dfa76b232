/** The style of each {@link Tone}, in the words of Node's `styleText`. */
export const TONE_STYLES = { good: "green", bad: "red", busy: "yellow", faint: "dim" } as const;

/** What a colour means. */
export type Tone = keyof typeof TONE_STYLES;

/** How output looks to the person who runs the command. */
export interface View {
  /** Width in columns. Infinite where output goes elsewhere and `COLUMNS` is not set, so that no text is cut. */
  readonly columns: number;
  /** The date, for relative times: milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Colours a text, if colours are wanted. */
  readonly paint: (tone: Tone, text: string) => string;
}

import { refused } from "../expression-error";

/** Longest string that may come of a function, in characters. */
const MAX_LENGTH = 1_000_000;

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into what people take for characters: an accent belongs to its letter. */
export function splitCharacters(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment);
}

/** Splits a text into its Unicode characters. */
export function listLetters(text: string): string[] {
  return Array.from(text);
}

/**
 * Answers parts that may be joined.
 * @param between - characters that come between two of them
 * @throws ExpressionError `refused` if the result would be too long
 */
export function limitText(parts: readonly string[], between: number): readonly string[] {
  const length = parts.reduce((sum, part) => sum + part.length + between, 0);
  if (length > MAX_LENGTH) throw refused(`a string has more than ${MAX_LENGTH} characters`);
  return parts;
}

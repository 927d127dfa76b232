import { refused } from "../expression-error";

/** Longest string that may come of a function, in characters. */
const MAX_LENGTH = 1_000_000;

/** Each of its characters is one to people, too. */
const SIMPLE_TEXT = /^[\t\n\x20-\x7e]*$/;

/** Longest string that is split into what people take for characters: the time grows with the square of it. */
const MAX_SEGMENTED = 10_000;

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Splits a text into what people take for characters: an accent belongs to its letter.
 * @throws ExpressionError `refused` if that would take too long
 */
export function splitCharacters(text: string): string[] {
  if (SIMPLE_TEXT.test(text)) return Array.from(text);
  if (text.length > MAX_SEGMENTED) {
    throw refused(`a string of more than ${MAX_SEGMENTED} characters, not all of them ASCII, is split`);
  }
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

import { quote } from "../../text/quote";

/**
 * Reads a JSON array of strings, from a text that begins with its bracket.
 * @param refuse - makes the error of a text that is something else, from the end of a sentence
 */
export function parseJsonTexts(
  text: string,
  refuse: (problem: string, cause?: unknown) => Error,
): readonly string[] {
  let values: readonly unknown[];
  try {
    values = JSON.parse(text) as readonly unknown[];
  } catch (error) {
    throw refuse("is not valid JSON", error);
  }
  return values.map((value) => {
    if (typeof value === "string") return value;
    throw refuse(`holds ${quote(value)}`);
  });
}

/**
 * Checks that a value is one of a few words.
 * @param words - the words that are allowed, two or more
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkWord(words: readonly string[], value: unknown): string | undefined {
  if (words.some((word) => word === value)) return undefined;
  const quoted = words.map((word) => JSON.stringify(word));
  const allowed = `${quoted.slice(0, -1).join(", ")} or ${quoted.slice(-1).join("")}`;
  return `Must be ${allowed}, got ${typeof value === "string" ? JSON.stringify(value) : typeof value}.`;
}

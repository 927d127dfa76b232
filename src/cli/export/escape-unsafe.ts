/** What steers a terminal, reorders text, ends a line, or cannot be seen at the beginning of a file. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029\ufeff]/gu;

/**
 * Writes characters of a quoted text that can do harm in a terminal or in a review as `\uXXXX`, which TypeScript,
 * JSON and Terraform's language all take (promise S-14).
 */
export function escapeUnsafe(quoted: string): string {
  return quoted.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Matches text that every shell reads literally. */
const PLAIN = /^[\w./@:+-]*$/;

/** Quotes a word for a command line that users may copy. A shell then runs no part of the word. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

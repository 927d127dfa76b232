/** What no shell takes for more than text. */
const PLAIN = /^[\w./@:+-]*$/;

/**
 * Writes a word of a command line that users may copy into a shell: a branch may hold anything, and it stays data
 * (promise S-15).
 */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

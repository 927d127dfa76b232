/** Text that every shell reads literally. */
const PLAIN = /^[\w./@:+-]*$/;

/**
 * Quotes a word for a command line that users may copy into a shell. A branch may contain anything, and must stay data
 * (promise S-15).
 */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text that every shell reads literally. */
const PLAIN = /^[\w./@:+-]*$/;

/** Quotes a word for a command line that users may copy: a branch may contain anything, and stays data. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

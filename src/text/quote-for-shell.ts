/** Text that every shell reads literally. */
const PLAIN = /^[\w./@:+-]*$/;

/** Quotes a word for a command line that users may copy, so that a shell runs no part of it. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The parameters of a query, or everything that is wrong with it. */
export type ReadQuery =
  | { readonly isValid: true; readonly parameters: Readonly<Record<string, string>> }
  | { readonly isValid: false; readonly problems: readonly string[] };

/**
 * Reads the query of a request. A parameter that is there twice is refused, whether or not the values agree: which
 * of the two counts would be a guess.
 * @param query - what follows the question mark
 */
export function readQuery(query: string): ReadQuery {
  const entries = [...new URLSearchParams(query)];
  const names = new Set(entries.map(([name]) => name));
  const repeated = [...names].filter((name) => entries.filter(([other]) => other === name).length > 1);
  if (repeated.length === 0) return { isValid: true, parameters: Object.fromEntries(entries) };
  return { isValid: false, problems: repeated.map((name) => `${name}: Must be given once.`) };
}

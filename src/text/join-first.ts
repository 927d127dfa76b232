/** Joins texts by commas, and only counts those after the first `most`: `a, b and 3 more`. */
export function joinFirst(texts: readonly string[], most: number): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return texts.slice(0, most).join(", ") + more;
}

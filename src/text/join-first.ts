/** Joins the first `most` strings with commas, and counts the other strings: `a, b and 3 more`. */
export function joinFirst(texts: readonly string[], most: number): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return texts.slice(0, most).join(", ") + more;
}

/** JSON in which strings were replaced. */
export interface RedactedAnswer {
  readonly content: unknown;
  /** Fields of the outermost object in which that happened. */
  readonly fields: ReadonlySet<string>;
}

/**
 * Takes what must not be kept out of the strings of an answer, names of fields included.
 * @param content - JSON that is not nested too deep for recursion
 * @param redact - returns a string without what must not be kept
 */
export function redactAnswer(content: unknown, redact: (text: string) => string): RedactedAnswer {
  const fields = new Set<string>();
  const clean = (value: unknown, field?: string): unknown => {
    if (typeof value === "string") {
      const text = redact(value);
      if (text !== value && field !== undefined) fields.add(field);
      return text;
    }
    if (Array.isArray(value)) return value.map((element) => clean(element, field));
    if (typeof value !== "object" || value === null) return value;
    // Built from entries: a name like __proto__ stays a field (promise S-12).
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [redact(name), clean(inner, field ?? name)]),
    );
  };
  return { content: clean(content), fields };
}

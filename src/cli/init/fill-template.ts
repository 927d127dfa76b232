/** The values for the places of a template. */
export interface TemplateContent {
  /** Names of the sections that are kept: `new`, `live`, `cdktf`, … */
  readonly sections: ReadonlySet<string>;
  /** Values of the placeholders by name; of a list, its elements. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  /** Packages that are imported instead of others. */
  readonly imports: Readonly<Record<string, string>>;
  /** Code for the line `__CODE__`, without indent. */
  readonly code: string;
}

/** From a comment `if NAME` to the next comment `end`. */
const SECTION = /^[ \t]*(?:\/\/|#) if (\w+)\n([^]*?)^[ \t]*(?:\/\/|#) end\n/gm;

const IMPORTED = /(?<= from ")[^"]+(?=";$)/gm;

const CODE = /^([ \t]*)(?:\/\/|#) __CODE__$/gm;

/** A literal of the file's language, or a bare word. */
const PLACEHOLDER = /"__([A-Z_]+)__"|__([A-Z_]+)__/g;

/**
 * Fills a template. It is a file in its own language, so that editors and checkers understand it: placeholders are string
 * literals `"__NAME__"`, or words `__NAME__` where a name is meant; sections and the place of code are comments.
 * @param quote - writes a string literal of the file's language
 * @throws Error if the template has an unknown placeholder
 */
export function fillTemplate(
  template: string,
  { sections, values, imports, code }: TemplateContent,
  quote: (text: string) => string,
): string {
  const find = (name: string): readonly string[] => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template has an unknown placeholder, ${name}.`);
    return [value].flat();
  };
  const filled = template
    .replace(SECTION, (_, name: string, body: string) => (sections.has(name) ? body : ""))
    .replace(IMPORTED, (name) => imports[name] ?? name)
    .replace(PLACEHOLDER, (whole, literal: string | undefined, word: string | undefined) => {
      if (literal !== undefined) return find(literal).map(quote).join(", ");
      return word === undefined || word === "CODE" ? whole : find(word).join(" ");
    });
  // Last, because nothing in the code is a placeholder.
  return filled.replace(CODE, (_, indent: string) => code.replace(/^(?=.)/gm, indent));
}

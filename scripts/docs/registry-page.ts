/** One page of the provider's documentation in the layout of Terraform's registry. */
export interface RegistryPage {
  /** Path below `docs`; its template has the same path below `templates`. */
  readonly file: string;
  /** Title of the browser's window and of search results. */
  readonly title: string;
  /** One sentence of plain text, for search engines. */
  readonly description: string;
  /** Replacements for the template's lines `{{name}}`, by name. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Returns the first sentence of a Markdown text on one line, for front matter and tables. */
export function findFirstSentence(text: string): string {
  return (/^.*?\.(?=\s|$)/su.exec(text)?.[0] ?? text).replaceAll(/\s+/gu, " ");
}

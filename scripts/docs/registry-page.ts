/** One page of the provider's documentation in the layout of Terraform's registry. */
export interface RegistryPage {
  /** Path below `docs`, which is also that of its template below `templates`. */
  readonly file: string;
  /** Title of the browser's window and of search results. */
  readonly title: string;
  /** One sentence of plain text, for search engines. */
  readonly description: string;
  /** What the template's lines `{{name}}` stand for, by name. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Returns the first sentence of a text in Markdown, in one line, as front matter and tables want it. */
export function findFirstSentence(text: string): string {
  return (/^.*?\.(?=\s|$)/su.exec(text)?.[0] ?? text).replaceAll(/\s+/gu, " ");
}

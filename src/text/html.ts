class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type { Html };

/** A value in a template. The template keeps HTML as it is, escapes text, and joins lists. */
export type HtmlValue = Html | string | number | readonly HtmlValue[];

/** HTML template tag. Values are safe in elements and quoted attributes, not in scripts, styles or links. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

/** Joins values, such as the lines of a document. */
export function joinHtml(values: readonly HtmlValue[], separator: HtmlValue): Html {
  return new Html(values.map(toMarkup).join(toMarkup(separator)));
}

/** Wraps our own markup as HTML without escaping it. Never use it for foreign text. */
export function trustHtml(markup: string): Html {
  return new Html(markup);
}

/** Escapes text for an element or a quoted attribute of HTML or XML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function toMarkup(value: HtmlValue): string {
  if (value instanceof Html) return value.toString();
  return typeof value === "object" ? value.map(toMarkup).join("") : escapeMarkup(String(value));
}

/** One step into a value: an attribute's name, a list's index, a map's key. */
export type PathStep = { readonly attribute: string } | { readonly index: number } | { readonly key: string };

/** Where in a configuration, from the outside in. A set's element has no step: its path is the attribute. */
export type AttributePath = readonly PathStep[];

/** What a provider says to the user. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A title: one line, no full stop. */
  readonly summary: string;
  /** What, where, why and what to do next. Never holds a sensitive value. */
  readonly detail: string;
  /** The attribute that it is about, where it is about one. */
  readonly path?: AttributePath;
}

/** Answers the path of nested attributes: `attributePath("repo", "host")`. */
export function attributePath(...names: readonly string[]): AttributePath {
  return names.map((attribute) => ({ attribute }));
}

/** Tells whether a diagnostic stops the operation that it is about. */
export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

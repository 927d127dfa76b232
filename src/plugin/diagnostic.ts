/** One step into a value: an attribute's name, a list's index, a map's key. */
export type PathStep = { readonly attribute: string } | { readonly index: number } | { readonly key: string };

/** A path in a configuration, outermost step first. An element of a set has the path of the set. */
export type AttributePath = readonly PathStep[];

/** A message to the user. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A title: one line, no full stop. */
  readonly summary: string;
  /** What is wrong, where, why, and what to do next. Never contains a sensitive value. */
  readonly detail: string;
  readonly path?: AttributePath | undefined;
}

/** Returns the path of nested attributes: `attributePath("repo", "host")`. */
export function attributePath(...names: readonly string[]): AttributePath {
  return names.map((attribute) => ({ attribute }));
}

/** Tells whether a diagnostic stops the operation. */
export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

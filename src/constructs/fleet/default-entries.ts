import type { IConstruct } from "../cdk";

const ENTRIES = Symbol.for("terraform-provider-mergequeue/QueueDefaults");

/**
 * One statement about defaults, as it was made: props that were added, or names of props that shall have no default
 * from farther away. Callers in JavaScript can state anything, so that nothing is said of its shape.
 */
export type DefaultEntry = { readonly props: unknown } | { readonly without: readonly unknown[] };

/** Answers what was stated about defaults at one scope, in order, through whichever copy of this package. */
export function listDefaultEntries(scope: IConstruct): readonly DefaultEntry[] {
  return (scope as { readonly [ENTRIES]?: readonly DefaultEntry[] })[ENTRIES] ?? [];
}

/**
 * Adds a statement about defaults at a scope.
 * @returns whether it is the first one there
 */
export function addDefaultEntry(scope: IConstruct, entry: DefaultEntry): boolean {
  const entries = (scope as { [ENTRIES]?: DefaultEntry[] })[ENTRIES];
  if (entries !== undefined) {
    entries.push(entry);
    return false;
  }
  Object.defineProperty(scope, ENTRIES, { value: [entry] });
  return true;
}

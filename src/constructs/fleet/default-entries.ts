import { KeptList } from "../kept-list";

/**
 * One statement about defaults, as it was made: props that were added, or names of props that shall have no default
 * from farther away. Callers in JavaScript can state anything, so that nothing is said of its shape.
 */
export type DefaultEntry = { readonly props: unknown } | { readonly without: readonly unknown[] };

/** What was stated about defaults at each scope. */
export const DEFAULT_ENTRIES = new KeptList<DefaultEntry>("QueueDefaults");

/**
 * How deep values, their types and their encodings may be nested. Far beyond any schema, and shallow enough
 * that recursion over it cannot exhaust the stack (rule C-15).
 */
export const MAX_DEPTH = 500;

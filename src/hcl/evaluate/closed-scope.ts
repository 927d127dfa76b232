import type { Scope } from "./scope";

/** Where nothing has a name, as in files of variables' values. */
export const CLOSED_SCOPE: Scope = {
  resolve: () => undefined,
  findFunction: () => undefined,
};

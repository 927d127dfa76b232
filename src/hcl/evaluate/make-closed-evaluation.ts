import type { Evaluation } from "./scope";
import { Budget } from "./scope";

/** Makes what expressions are evaluated with where nothing has a name, as in files of variables' values. */
export function makeClosedEvaluation(): Evaluation {
  return {
    scope: { resolve: () => undefined, findFunction: () => undefined },
    budget: new Budget(),
    names: new Map(),
  };
}

import { refused } from "../expression-error";
import type { HclFunction } from "../functions/hcl-function";
import type { HclValue } from "../values/hcl-value";

/** What a reference begins with, as far as it is written out: `var.x["y"].z` → `var` and `["x"]`. */
export interface Reference {
  readonly root: string;
  /** Names of the attributes behind it, up to the first index. */
  readonly names: readonly string[];
}

/** What the beginning of a reference means. */
export interface Resolution {
  readonly value: HclValue;
  /** How many of the names are used up; steps into the value follow. */
  readonly used: number;
}

/** Where names get their meaning. */
export interface Scope {
  /** @returns undefined if the root means nothing here */
  resolve(reference: Reference): Resolution | undefined;
  /** Looks up a function. @returns undefined if it is not known here */
  findFunction(name: string): HclFunction | undefined;
}

/** Most steps that the values of one configuration may take; real ones need some thousands. */
const MAX_STEPS = 5_000_000;

/** How deep evaluation may go, through expressions and what they refer to. */
const MAX_DEPTH = 400;

/** Bounds the work that expressions can cause, whatever they are. */
export class Budget {
  #steps: number;
  #depth = 0;

  /** @param maxSteps - how much work is allowed, in evaluations of an expression */
  constructor(maxSteps = MAX_STEPS) {
    this.#steps = maxSteps;
  }

  /** Accounts for work. @throws ExpressionError `refused` if it was too much */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw refused("evaluating it takes too many steps");
  }

  /** Evaluates something within something. @throws ExpressionError `refused` if that goes too deep */
  descend<T>(evaluate: () => T): T {
    this.spend(1);
    if (this.#depth >= MAX_DEPTH) throw refused("expressions refer to each other too deeply");
    this.#depth += 1;
    try {
      return evaluate();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** What an expression is evaluated with. */
export interface Evaluation {
  readonly scope: Scope;
  readonly budget: Budget;
  /** Names that `for` gives, the innermost ones. */
  readonly names: ReadonlyMap<string, HclValue>;
}

import type { HclValue } from "../values/hcl-value";

/** A function of Terraform's language. */
export interface HclFunction {
  /** Fewest and most arguments. */
  readonly arity: readonly [number, number];
  /**
   * How it takes values that are not known or sensitive. `whole`: an argument that is not wholly known makes the result
   * unresolved, one with a mark in it makes the result sensitive. `parts`: arguments themselves are known and open, but
   * what is in them may be neither and goes on into the result as it is. `marked`: arguments are as they are.
   */
  readonly takes: "whole" | "parts" | "marked";
  /** @throws ExpressionError `invalid` where Terraform's function fails */
  readonly call: (values: readonly HclValue[]) => HclValue;
}

import type { HclValue } from "../values/hcl-value";
import type { HclFunction } from "./hcl-function";

/** A function with its name. */
export type NamedFunction = readonly [string, HclFunction];

/** For functions that take any number of arguments. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** Defines a function whose arguments must be wholly known. */
export function defineFunction(
  name: string,
  arity: number | readonly [number, number],
  call: (values: readonly HclValue[]) => HclValue,
): NamedFunction {
  return [name, { arity: typeof arity === "number" ? [arity, arity] : arity, takes: "whole", call }];
}

/** Defines a function that does not look at what is in its arguments. */
export function defineOverParts(
  name: string,
  arity: number | readonly [number, number],
  call: (values: readonly HclValue[]) => HclValue,
): NamedFunction {
  return [name, { arity: typeof arity === "number" ? [arity, arity] : arity, takes: "parts", call }];
}

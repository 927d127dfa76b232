import type { HclValue } from "../values/hcl-value";
import { lookInto, Sensitive, unmark, unmarkDeep } from "../values/hcl-value";
import type { NamedFunction } from "./define-function";

/** Functions of what may be shown. */
export const MARK_FUNCTIONS: readonly NamedFunction[] = [
  ["sensitive", overMarks((value) => new Sensitive(unmarkDeep(value)))],
  ["nonsensitive", overMarks((value) => unmark(value).value)],
  ["issensitive", overMarks((value) => lookInto(value).isSensitive)],
];

function overMarks(call: (value: HclValue) => HclValue): NamedFunction[1] {
  return { arity: [1, 1], takes: "marked", call: ([value]) => call(value ?? null) };
}

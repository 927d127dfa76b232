import { invalid } from "../expression-error";
import { HclNumber } from "../values/hcl-number";
import { ANY_NUMBER, defineFunction } from "./define-function";
import { takeInteger, takeNumber } from "./take-argument";

/** Largest exponent of a power. */
const MAX_EXPONENT = 1000;

/** Functions of numbers. */
export const NUMBER_FUNCTIONS = [
  defineFunction("abs", 1, ([value]) => {
    const number = takeNumber(value);
    return number.numerator < 0n ? number.negated() : number;
  }),
  defineFunction("ceil", 1, ([value]) => HclNumber.of(-takeNumber(value).negated().floor())),
  defineFunction("floor", 1, ([value]) => HclNumber.of(takeNumber(value).floor())),
  defineFunction("signum", 1, ([value]) => HclNumber.of(takeNumber(value).compare(HclNumber.of(0)))),
  defineFunction("max", [1, ANY_NUMBER], (values) =>
    values.map(takeNumber).reduce((a, b) => (a.compare(b) < 0 ? b : a)),
  ),
  defineFunction("min", [1, ANY_NUMBER], (values) =>
    values.map(takeNumber).reduce((a, b) => (a.compare(b) > 0 ? b : a)),
  ),
  defineFunction("pow", 2, ([base, exponent]) => power(takeNumber(base), takeInteger(exponent))),
];

function power(base: HclNumber, exponent: number): HclNumber {
  if (Math.abs(exponent) > MAX_EXPONENT) throw invalid(`the exponent is beyond ${MAX_EXPONENT}`);
  let result = HclNumber.of(1);
  for (let count = 0; count < Math.abs(exponent); count += 1) result = result.times(base);
  return exponent < 0 ? HclNumber.of(1).dividedBy(result) : result;
}

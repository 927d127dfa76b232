import { refused } from "../expression-error";
import { HclNumber } from "../values/hcl-number";
import { ANY_NUMBER, defineFunction } from "./define-function";
import { takeNumber } from "./take-argument";

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
  defineFunction("pow", 2, ([base, exponent]) => power(takeNumber(base), takeNumber(exponent))),
];

function power(base: HclNumber, power: HclNumber): HclNumber {
  const exponent = power.tryToInteger();
  if (exponent === undefined || Math.abs(exponent) > MAX_EXPONENT) {
    throw refused(`only whole exponents up to ${MAX_EXPONENT} are known here`);
  }
  let result = HclNumber.of(1);
  for (let count = 0; count < Math.abs(exponent); count += 1) result = result.times(base);
  return exponent < 0 ? HclNumber.of(1).dividedBy(result) : result;
}

import fc from "fast-check";
import { HclNumber } from "../../src/hcl/values/hcl-number";

/** Numbers with up to six decimal places, as whole millionths. */
const millionths = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

function toNumber(value: bigint): HclNumber {
  return HclNumber.ofFraction(value, 1_000_000n);
}

describe("numbers", () => {
  test("text and number are inverse", () => {
    fc.assert(
      fc.property(millionths, (value) => {
        const text = toNumber(value).toText();
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(HclNumber.tryParse(text)?.compare(toNumber(value))).toBe(0);
        expect(toNumber(value).toNumber()).toBe(Number(text));
      }),
    );
  });

  test("sums, products, quotients and remainders are exact", () => {
    fc.assert(
      fc.property(millionths, millionths, (a, b) => {
        const [x, y] = [toNumber(a), toNumber(b)];
        expect(x.plus(y).compare(toNumber(a + b))).toBe(0);
        expect(x.minus(y).compare(toNumber(a - b))).toBe(0);
        expect(x.times(y).compare(HclNumber.ofFraction(a * b, 10n ** 12n))).toBe(0);
        expect(Math.sign(x.compare(y))).toBe(a < b ? -1 : a > b ? 1 : 0);
        if (b === 0n) return;
        expect(x.dividedBy(y).times(y).compare(x)).toBe(0);
        expect(x.remainder(y).compare(toNumber(a % b))).toBe(0);
      }),
    );
  });

  test.each([
    ["1e3", "1000"],
    ["+5", "5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-0", "0"],
    ["1.50", "1.5"],
    ["1e-3", "0.001"],
    ["4294967295", "4294967295"],
    ["12345678901234567890123456789", "12345678901234567890123456789"],
  ])("%s is %s", (text, expected) => {
    expect(HclNumber.tryParse(text)?.toText()).toBe(expected);
  });

  test.each([
    "",
    " 1",
    "1 ",
    "0x10",
    "1e",
    "e1",
    ".",
    "-",
    "1_000",
    "Infinity",
    "NaN",
    "1e9999",
    "1".repeat(401),
  ])("%j is no number", (text) => {
    expect(HclNumber.tryParse(text)).toBeUndefined();
  });

  test("whole numbers that JavaScript holds are told from others", () => {
    expect(HclNumber.of(2n ** 53n - 1n).tryToInteger()).toBe(Number.MAX_SAFE_INTEGER);
    expect(HclNumber.of(2n ** 53n).tryToInteger()).toBeUndefined();
    expect(HclNumber.tryParse("1.5")?.tryToInteger()).toBeUndefined();
  });

  test("a fraction whose digits never end has a nearest number, and no text", () => {
    const third = HclNumber.ofFraction(1n, 3n);
    expect(third.toNumber()).toBe(1 / 3);
    expect(() => third.toText()).toThrow("a fraction whose digits never end is written as text");
    expect(third.floor()).toBe(0n);
    expect(third.negated().floor()).toBe(-1n);
  });

  test("numbers of absurd size and division by zero are refused", () => {
    const large = HclNumber.of(10n ** 900n);
    expect(() => large.times(large)).toThrow("a number has more than 1000 digits");
    expect(() => large.dividedBy(HclNumber.of(0))).toThrow("a number is divided by zero");
    expect(() => large.remainder(HclNumber.of(0))).toThrow("a number is divided by zero");
  });
});

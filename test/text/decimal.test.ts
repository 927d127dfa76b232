import fc from "fast-check";
import { MAX_NUMBER_LENGTH, toCanonicalDecimal, toExactDecimal, tryReadNumber } from "../../src/text/decimal";

describe("toCanonicalDecimal", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["0.000", "0"],
    ["0e5", "0"],
    ["7", "7"],
    ["-7", "-7"],
    ["7.0", "7"],
    ["70e-1", "7"],
    ["0.7E+1", "7"],
    ["1200", "1200"],
    ["12e2", "1200"],
    ["12.50", "12.5"],
    ["1250e-2", "12.5"],
    ["0.00125", "0.00125"],
    ["1.25e-3", "0.00125"],
    ["1e40", `1${"0".repeat(40)}`],
    ["1e41", "1e41"],
    [`1${"0".repeat(41)}`, "1e41"],
    ["1e-41", `0.${"0".repeat(40)}1`],
    ["1e-42", "1e-42"],
    ["-1.5e999", "-15e998"],
    ["1.000000000000000000000000000000000000000001", "1.000000000000000000000000000000000000000001"],
  ])("%s becomes %s", (text, canonical) => {
    expect(toCanonicalDecimal(text)).toBe(canonical);
  });

  test.each(["", " 1", "1 ", ..."+1 01 .5 5. 1e 1e1234567890 0x10 1_000 NaN Infinity ١".split(" ")])(
    "%j is not a number",
    (text) => {
      expect(toCanonicalDecimal(text)).toBeUndefined();
    },
  );

  test("numbers are bounded in length", () => {
    expect(toCanonicalDecimal("1".repeat(MAX_NUMBER_LENGTH))).toHaveLength(MAX_NUMBER_LENGTH);
    expect(toCanonicalDecimal("1".repeat(MAX_NUMBER_LENGTH + 1))).toBeUndefined();
  });

  test("a canonical text is its own canonical text", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: -200, max: 200 }), (coefficient, exponent) => {
        const canonical = toCanonicalDecimal(`${coefficient}e${exponent}`) ?? "";
        expect(toCanonicalDecimal(canonical)).toBe(canonical);
      }),
    );
  });

  test("two texts have the same canonical text exactly if they mean the same number", () => {
    const arbitraryDecimal = fc.tuple(fc.bigInt({ min: -200n, max: 200n }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(arbitraryDecimal, arbitraryDecimal, ([a, aExponent], [b, bExponent]) => {
        const isSame = a * 10n ** BigInt(aExponent + 3) === b * 10n ** BigInt(bExponent + 3);
        const canonical = [toCanonicalDecimal(`${a}e${aExponent}`), toCanonicalDecimal(`${b}e${bExponent}`)];
        expect(canonical[0] === canonical[1]).toBe(isSame);
      }),
      { numRuns: 300 },
    );
  });
});

describe("tryReadNumber", () => {
  test.each([
    ["1.50", 1.5],
    ["9007199254740993", Number.NaN],
    ["four", undefined],
  ])("%s is %s", (text, value) => {
    expect(tryReadNumber(text)).toBe(value);
  });
});

describe("toExactDecimal", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [0.5, "0.5"],
    [-0.75, "-0.75"],
    [1e21, "1000000000000000000000"],
    [2 ** 60, "1152921504606846976"],
    [0.1, "0.1000000000000000055511151231257827021181583404541015625"],
  ])("%d is %s", (value, text) => {
    expect(toExactDecimal(value)).toBe(text);
  });

  test("the text of any float reads back as that float", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        // Adding zero turns the negative zero into zero, which is the same number.
        expect(Number(toExactDecimal(value))).toBe(value + 0);
      }),
    );
  });

  test("the smallest float is exact", () => {
    const text = toExactDecimal(Number.MIN_VALUE);
    expect(text).toMatch(/^4940656458412465441765687928682213723650598026143247644255856825006[0-9]+e-1074$/);
    expect(Number(text)).toBe(Number.MIN_VALUE);
  });
});

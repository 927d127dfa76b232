/** Maximum length of a number in characters. Even with all its digits, no useful number is longer. */
export const MAX_NUMBER_LENGTH = 16_384;

/** A number in JSON. Its exponent has at most nine digits, so that calculations with it are exact. */
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,9}))?$/;

type DecimalParts = readonly [all: string, sign: string, whole: string, fraction?: string, exponent?: string];

/** Matches a short integer, which is canonical already. Most numbers are short integers. */
const SHORT_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/** Maximum zeros at the end of an integer or after `0.`. For more zeros, `e` notation is used. */
const MAX_ZEROS = 40;

/**
 * Returns the canonical text of a JSON number: equal numbers have equal texts. The canonical text has no
 * leading or trailing zeros and no negative zero. `e` notation (`15e-60`) replaces more than 40 zeros.
 * @returns undefined if the text is not a JSON number, or is longer than {@link MAX_NUMBER_LENGTH}
 */
export function toCanonicalDecimal(text: string): string | undefined {
  if (SHORT_INTEGER.test(text)) return text;
  const match = text.length > MAX_NUMBER_LENGTH ? null : DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = match as unknown as DecimalParts;
  const { coefficient, trailingZeros } = trimZeros(whole + fraction);
  if (coefficient === "") return "0";
  return sign + writeDecimal(coefficient, Number(exponent) - fraction.length + trailingZeros);
}

/** Reads a JSON number. Returns undefined if it is invalid, and NaN if JavaScript would change its value. */
export function tryReadNumber(source: string): number | undefined {
  const text = toCanonicalDecimal(source);
  if (text === undefined) return undefined;
  return toCanonicalDecimal(String(Number(text))) === text ? Number(text) : Number.NaN;
}

/** Writes the exact value of a finite float as canonical text. The text of 0.1 has 55 decimal digits. */
export function toExactDecimal(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const negative = value < 0;
  let scaled = Math.abs(value);
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings += 1;
  }
  // x / 2^n equals x * 5^n / 10^n.
  const digits = trimZeros((BigInt(scaled) * 5n ** BigInt(halvings)).toString());
  return (negative ? "-" : "") + writeDecimal(digits.coefficient, digits.trailingZeros - halvings);
}

function trimZeros(digits: string): { readonly coefficient: string; readonly trailingZeros: number } {
  let start = 0;
  while (digits[start] === "0") start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === "0") end -= 1;
  return { coefficient: digits.slice(start, end), trailingZeros: digits.length - end };
}

function writeDecimal(coefficient: string, exponent: number): string {
  if (exponent >= 0 && exponent <= MAX_ZEROS) return coefficient + "0".repeat(exponent);
  const pointPosition = coefficient.length + exponent;
  if (exponent < 0 && pointPosition > 0) {
    return `${coefficient.slice(0, pointPosition)}.${coefficient.slice(pointPosition)}`;
  }
  if (exponent < 0 && -pointPosition <= MAX_ZEROS) return `0.${"0".repeat(-pointPosition)}${coefficient}`;
  return `${coefficient}e${exponent}`;
}

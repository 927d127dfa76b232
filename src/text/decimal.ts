/**
 * Longest decimal text that is read as a number, in characters. Terraform writes large numbers in full
 * digits; this leaves room for numbers far beyond any use and bounds the work that one number can cause.
 */
export const MAX_NUMBER_LENGTH = 16_384;

/** The number grammar of JSON, with an exponent of at most nine digits so that its arithmetic stays exact. */
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,9}))?$/;

/** Most numbers: what is canonical already. */
const SHORT_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/** So many zeros are written out behind an integer or in front of a fraction before `e` notation is used. */
const MAX_ZEROS = 40;

/**
 * Brings a decimal number into its canonical text, so that two texts mean the same number exactly when their
 * canonical texts are equal: no leading or trailing zeros, no negative zero, `e` notation only for numbers
 * with more than 40 zeros to write out (then an integer coefficient and an exponent, as in `15e-60`).
 * @param text - a number as JSON writes it, at most {@link MAX_NUMBER_LENGTH} characters
 * @returns undefined if the text is no such number
 */
export function toCanonicalDecimal(text: string): string | undefined {
  if (SHORT_INTEGER.test(text)) return text;
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  if (!DECIMAL.test(text)) return undefined;
  return text.replace(
    DECIMAL,
    (_text, sign: string, whole: string, fraction: string = "", exponentText: string = "0") => {
      const digits = trimZeros(whole + fraction);
      if (digits.coefficient === "") return "0";
      return (
        sign + writeDecimal(digits.coefficient, Number(exponentText) - fraction.length + digits.trailingZeros)
      );
    },
  );
}

/**
 * Writes a finite float exactly, all of its binary digits expanded: 0.1 has 55 decimal digits.
 * @returns canonical text, as {@link toCanonicalDecimal} defines it
 */
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

/** Splits a string of digits into what stands between its outer zeros and the number of trailing ones. */
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

import { invalid, refused } from "../expression-error";

/** Decimal numbers as Terraform reads them from strings. */
const DECIMAL = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,4}))?$/;

/** Longest text that is read as a number, in characters. */
export const MAX_NUMBER_LENGTH = 400;

/** Numbers beyond this have more digits than anybody reads; Terraform rounds them, this reader refuses. */
const MAX_MAGNITUDE = 10n ** 1_000n;

const MAX_EXPONENT = 400;

/** A number without rounding: a reduced fraction. Terraform computes with 512 bits, which nobody tells from it. */
export class HclNumber {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Makes a number of a whole one. */
  static of(value: number | bigint): HclNumber {
    return new HclNumber(BigInt(value), 1n);
  }

  /** Reads a decimal number. @returns undefined if the text is none, or has an absurd number of digits */
  static tryParse(text: string): HclNumber | undefined {
    if (text.length > MAX_NUMBER_LENGTH) return undefined;
    const match = DECIMAL.exec(text);
    if (match === null) return undefined;
    const [, sign = "", digits = "", exponentText = "0"] = match;
    const [whole = "", fraction = ""] = digits.split(".");
    const exponent = Number(exponentText) - fraction.length;
    if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
    const coefficient = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
    return exponent < 0
      ? HclNumber.ofFraction(coefficient, 10n ** BigInt(-exponent))
      : HclNumber.ofFraction(coefficient * 10n ** BigInt(exponent), 1n);
  }

  /**
   * Makes the number of a fraction.
   * @param denominator - other than zero
   * @throws ExpressionError if it has too many digits
   */
  static ofFraction(numerator: bigint, denominator: bigint): HclNumber {
    const divisor = denominator === 1n ? checkSize(numerator) : findDivisor(numerator, denominator);
    return new HclNumber(numerator / divisor, denominator / divisor);
  }

  plus(other: HclNumber): HclNumber {
    return HclNumber.ofFraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: HclNumber): HclNumber {
    return this.plus(other.negated());
  }

  times(other: HclNumber): HclNumber {
    return HclNumber.ofFraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** @throws ExpressionError if the other number is zero */
  dividedBy(other: HclNumber): HclNumber {
    if (other.numerator === 0n) throw invalid("a number is divided by zero");
    return HclNumber.ofFraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** What remains of a division that is cut off towards zero. @throws ExpressionError if the other number is zero */
  remainder(other: HclNumber): HclNumber {
    const quotient = this.dividedBy(other);
    return this.minus(other.times(HclNumber.of(quotient.numerator / quotient.denominator)));
  }

  negated(): HclNumber {
    return new HclNumber(-this.numerator, this.denominator);
  }

  /** Answers a number below, at or above zero. */
  compare(other: HclNumber): number {
    const [a, b] =
      this.denominator === other.denominator
        ? [this.numerator, other.numerator]
        : [this.numerator * other.denominator, other.numerator * this.denominator];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** The largest whole number that is not above it. */
  floor(): bigint {
    const quotient = this.numerator / this.denominator;
    return quotient * this.denominator > this.numerator ? quotient - 1n : quotient;
  }

  /** Answers it if it is whole and JavaScript holds it exactly. */
  tryToInteger(): number | undefined {
    const value = Number(this.numerator);
    return this.denominator === 1n && Number.isSafeInteger(value) ? value : undefined;
  }

  /** The nearest number of JavaScript; large whole ones are rounded. */
  toNumber(): number {
    const digits = this.tryToText();
    if (digits !== undefined) return Number(digits);
    const scaled = (this.numerator * 10n ** 40n) / this.denominator;
    return Number(`${scaled}e-40`);
  }

  /** Decimal digits without an exponent, as Terraform writes numbers. @throws ExpressionError if they never end */
  toText(): string {
    const text = this.tryToText();
    if (text === undefined) throw refused("a fraction whose digits never end is written as text");
    return text;
  }

  private tryToText(): string | undefined {
    if (this.denominator === 1n) return this.numerator.toString();
    let scale = 0;
    let rest = this.denominator;
    for (const factor of [10n, 5n, 2n]) {
      while (rest % factor === 0n) {
        rest /= factor;
        scale += 1;
      }
    }
    if (rest !== 1n) return undefined;
    const sign = this.numerator < 0n ? "-" : "";
    const size = this.numerator < 0n ? -this.numerator : this.numerator;
    const digits = ((size * 10n ** BigInt(scale)) / this.denominator).toString().padStart(scale + 1, "0");
    return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/(?<!0)0+$/, "");
  }
}

/** Answers the greatest common divisor, with the sign of the second number. */
function findDivisor(numerator: bigint, denominator: bigint): bigint {
  checkSize(numerator);
  checkSize(denominator);
  let a = numerator < 0n ? -numerator : numerator;
  let b = denominator < 0n ? -denominator : denominator;
  while (b !== 0n) [a, b] = [b, a % b];
  return denominator < 0n ? -a : a;
}

/** Answers 1, which divides every number. */
function checkSize(number: bigint): 1n {
  if (number > MAX_MAGNITUDE || number < -MAX_MAGNITUDE) throw refused("a number has more than 1000 digits");
  return 1n;
}

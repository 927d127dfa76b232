import { toCanonicalDecimal, toExactDecimal } from "../text/decimal";
import { ValueError } from "./value-error";

/** A number as Terraform's MessagePack contains it: an integer, a float, or decimal text. */
export type NumberToken = number | bigint | string;

const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/** A Terraform number of any precision. It keeps the token that arrived, so that no bit is lost. */
export class TfNumber {
  /** Canonical decimal text, such as `-0.5` or `1e999`. Numbers are equal if and only if their texts are. */
  readonly text: string;
  /** Private, so that tests treat equal numbers as equal even if their tokens differ. */
  readonly #token: NumberToken;

  private constructor(text: string, token: NumberToken) {
    this.text = text;
    this.#token = token;
  }

  /** Makes a number. A fraction gets its shortest decimal text. @throws ValueError for NaN and infinities */
  static of(value: number | bigint): TfNumber {
    return TfNumber.parse(Number.isInteger(value) ? BigInt(value).toString() : value.toString());
  }

  /** Reads decimal text in JSON's grammar, at most 16384 characters. @throws ValueError for any other text */
  static parse(text: string): TfNumber {
    const number = TfNumber.tryParse(text);
    if (number === undefined) throw new ValueError([], "a decimal number is required.");
    return number;
  }

  /** Like {@link TfNumber.parse}, but returns undefined if the text is not a number. */
  static tryParse(text: string): TfNumber | undefined {
    const canonical = toCanonicalDecimal(text);
    if (canonical === undefined) return undefined;
    return new TfNumber(canonical, toIntegerToken(canonical) ?? text);
  }

  /** Makes a number with exactly the value of a token. Returns undefined if the value is not finite. */
  static tryFromToken(token: NumberToken): TfNumber | undefined {
    if (typeof token === "bigint") return TfNumber.of(token);
    if (typeof token === "number")
      return Number.isFinite(token) ? new TfNumber(toExactDecimal(token), token) : undefined;
    const canonical = toCanonicalDecimal(token);
    return canonical === undefined ? undefined : new TfNumber(canonical, token);
  }

  /** The token that arrived. For a number made here: an integer if 64 bits suffice, else decimal text. */
  get token(): NumberToken {
    return this.#token;
  }

  equals(other: TfNumber): boolean {
    return this.text === other.text;
  }

  /** Returns the number if it is an integer from -(2^53 - 1) to 2^53 - 1, else undefined. */
  toSafeInteger(): number | undefined {
    const value = Number(this.text);
    // The text decides, because a fraction close to an integer rounds to it.
    return /^-?[0-9]+$/.test(this.text) && Number.isSafeInteger(value) ? value : undefined;
  }
}

function toIntegerToken(canonical: string): number | bigint | undefined {
  if (!/^-?[0-9]{1,20}$/.test(canonical)) return undefined;
  const value = BigInt(canonical);
  if (value < MIN_INT64 || value > MAX_UINT64) return undefined;
  // Small ones as a plain number, which the encoder writes in as few bytes as they need.
  return value >= -(2n ** 31n) && value < 2n ** 32n ? Number(value) : value;
}

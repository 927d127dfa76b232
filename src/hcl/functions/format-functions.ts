import { invalid, refused } from "../expression-error";
import { writeJson } from "../json/write-json";
import { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap } from "../values/hcl-value";
import { ANY_NUMBER, defineFunction } from "./define-function";
import { takeBoolean, takeNumber, takeText } from "./take-argument";
import { limitText, splitCharacters } from "./text";

/** Functions that put values into a text. */
export const FORMAT_FUNCTIONS = [
  defineFunction("format", [1, ANY_NUMBER], ([spec, ...values]) => formatText(takeText(spec), values)),
  defineFunction("formatlist", [1, ANY_NUMBER], ([spec, ...values]) => formatList(takeText(spec), values)),
];

/** Widest field, and most digits behind a point. */
const MAX_WIDTH = 1000;

const VERB = /%(?:%|([-+ 0#]*)(\d{0,4})(?:\.(\d{1,4}))?(?:\[(\d{1,3})\])?([a-zA-Z]))|%/g;

function formatText(spec: string, values: readonly HclValue[]): string {
  let next = 0;
  let most = 0;
  const parts: string[] = [];
  let at = 0;
  for (const match of spec.matchAll(VERB)) {
    const [whole, flags = "", width = "", precision, index, verb] = match;
    parts.push(spec.slice(at, match.index));
    at = match.index + whole.length;
    if (whole === "%%") {
      parts.push("%");
      continue;
    }
    if (verb === undefined) throw invalid("the text has an incomplete verb behind %");
    if (index !== undefined) next = Number(index) - 1;
    const value = values[next];
    if (value === null) throw refused("null is put into a text");
    if (value === undefined) throw invalid(`there is no argument for ${whole}`);
    next += 1;
    most = Math.max(most, next);
    const digits = precision === undefined ? undefined : Number(precision);
    parts.push(pad(formatValue(verb, value, flags, digits), flags, Number(width), verb));
  }
  if (most < values.length) throw invalid("there are more arguments than the text has places for");
  parts.push(spec.slice(at));
  return limitText(parts, 0).join("");
}

function formatValue(verb: string, value: HclValue, flags: string, precision: number | undefined): string {
  switch (verb) {
    case "s":
      return cut(takeText(value), precision);
    case "q":
      return writeJson(cut(takeText(value), precision));
    case "v":
      return formatAny(value, flags);
    case "t":
      return String(takeBoolean(value));
    case "d":
      return sign(value, flags, (number) => formatInteger(number, 10));
    case "b":
      return sign(value, flags, (number) => formatInteger(number, 2));
    case "o":
      return sign(value, flags, (number) => formatInteger(number, 8));
    case "x":
      return sign(value, flags, (number) => formatInteger(number, 16));
    case "X":
      return sign(value, flags, (number) => formatInteger(number, 16).toUpperCase());
    case "f":
      return sign(value, flags, (number) => formatFixed(number, precision ?? 6));
    default:
      throw refused(`the verb %${verb} is not known here`);
  }
}

function formatAny(value: HclValue, flags: string): string {
  if (flags.includes("#") || value instanceof HclList || value instanceof HclMap) return writeJson(value);
  return value instanceof HclNumber ? formatShort(value) : takeText(value);
}

/** Large and tiny numbers have an exponent: 1e+06. */
function formatShort(number: HclNumber): string {
  const text = number.toText();
  const [, minus = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const exponent = whole === "0" ? digits.length - fraction.length - 1 : whole.length - 1;
  if (digits === "" || (exponent >= -4 && exponent < 6)) return text;
  const rest = digits.slice(1).replace(/(?<!0)0+$/, "");
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${minus}${digits.charAt(0)}${rest === "" ? "" : `.${rest}`}e${exponent < 0 ? "-" : "+"}${size}`;
}

function sign(value: HclValue, flags: string, format: (number: HclNumber) => string): string {
  const number = takeNumber(value);
  const text = format(number);
  if (text.startsWith("-")) return text;
  return `${flags.includes("+") ? "+" : flags.includes(" ") ? " " : ""}${text}`;
}

function formatInteger({ numerator, denominator }: HclNumber, base: number): string {
  if (denominator !== 1n) throw invalid("a whole number is required");
  return numerator.toString(base);
}

/** Rounds to the nearest, and halves to the even one; Terraform itself does not know a decimal half exactly. */
function formatFixed(number: HclNumber, precision: number): string {
  if (precision > MAX_WIDTH) throw refused(`a number has more than ${MAX_WIDTH} digits`);
  const scale = 10n ** BigInt(precision);
  const size = number.numerator < 0n ? -number.numerator : number.numerator;
  const twice = 2n * size * scale;
  const quotient = twice / (2n * number.denominator);
  const rest = twice - quotient * 2n * number.denominator;
  if (rest === number.denominator && (number.denominator & (number.denominator - 1n)) !== 0n) {
    throw refused("a number lies just between two that it could be rounded to");
  }
  const isUp = rest > number.denominator || (rest === number.denominator && quotient % 2n === 1n);
  const digits = (quotient + (isUp ? 1n : 0n)).toString().padStart(precision + 1, "0");
  const text = precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
  return number.numerator < 0n ? `-${text}` : text;
}

function cut(text: string, length: number | undefined): string {
  return length === undefined ? text : splitCharacters(text).slice(0, length).join("");
}

function pad(text: string, flags: string, width: number, verb: string): string {
  if (width > MAX_WIDTH) throw refused(`a field is wider than ${MAX_WIDTH} characters`);
  const missing = width - splitCharacters(text).length;
  if (missing <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(missing);
  if (!flags.includes("0")) return " ".repeat(missing) + text;
  const [, start = "", rest = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const isNumber = "dboxXf".includes(verb);
  return isNumber ? start + "0".repeat(missing) + rest : "0".repeat(missing) + text;
}

/** Lists are gone through side by side; all else is the same for every text. */
function formatList(spec: string, values: readonly HclValue[]): HclValue {
  const lists = values.filter((value) => value instanceof HclList);
  const [first] = lists;
  if (first === undefined) return new HclList("list", [formatText(spec, values)]);
  if (lists.some(({ items }) => items.length !== first.items.length)) {
    throw invalid("all lists must be equally long");
  }
  const texts = first.items.map((_, at) =>
    formatText(
      spec,
      values.map((value) => (value instanceof HclList ? (value.items[at] ?? null) : value)),
    ),
  );
  return new HclList("list", texts);
}

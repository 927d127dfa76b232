import { invalid } from "../expression-error";
import { convertValue } from "../values/convert-value";
import { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { describeKind, HclList, HclMap } from "../values/hcl-value";
import { ANY_NUMBER, defineFunction, defineOverParts } from "./define-function";
import { takeInteger, takeList, takeMap, takeText } from "./take-argument";
import { limitText, listLetters, splitCharacters } from "./text";

/** Functions of texts. */
export const STRING_FUNCTIONS = [
  defineFunction("lower", 1, ([text]) => mapLetters(takeText(text), toLower)),
  defineFunction("upper", 1, ([text]) => mapLetters(takeText(text), (letter) => letter.toUpperCase())),
  defineFunction("title", 1, ([text]) =>
    // What separates words is white space, and every character of ASCII but letters, digits and the underscore.
    takeText(text).replace(/(?<=^|[\0-/:-@[-^`{-\x7f\s])\p{L}/gu, (letter) =>
      mapLetters(letter, (first) => first.toUpperCase()),
    ),
  ),
  defineFunction("trim", 2, ([text, set]) => trimSet(takeText(text), takeText(set))),
  defineFunction("trimspace", 1, ([text]) =>
    takeText(text)
      .replace(/^\p{White_Space}+/u, "")
      .trimEnd(),
  ),
  defineFunction("trimprefix", 2, ([text, prefix]) => {
    const whole = takeText(text);
    const start = takeText(prefix);
    return whole.startsWith(start) ? whole.slice(start.length) : whole;
  }),
  defineFunction("trimsuffix", 2, ([text, suffix]) => {
    const whole = takeText(text);
    const end = takeText(suffix);
    return whole.endsWith(end) ? whole.slice(0, whole.length - end.length) : whole;
  }),
  defineFunction("chomp", 1, ([text]) => cutLineBreaks(takeText(text))),
  defineFunction("startswith", 2, ([text, prefix]) => takeText(text).startsWith(takeText(prefix))),
  defineFunction("endswith", 2, ([text, suffix]) => takeText(text).endsWith(takeText(suffix))),
  defineFunction("strcontains", 2, ([text, part]) => takeText(text).includes(takeText(part))),
  defineFunction("strrev", 1, ([text]) => splitCharacters(takeText(text)).reverse().join("")),
  defineFunction("substr", 3, ([text, offset, length]) =>
    cutText(splitCharacters(takeText(text)), takeInteger(offset), takeInteger(length)),
  ),
  defineFunction("indent", 2, ([spaces, text]) => {
    const count = takeInteger(spaces);
    if (count < 0) throw invalid("the number of spaces must not be negative");
    return limitText(takeText(text).split("\n"), count).join(`\n${" ".repeat(count)}`);
  }),
  defineFunction(
    "split",
    2,
    ([separator, text]) => new HclList("list", splitText(takeText(text), takeText(separator))),
  ),
  defineFunction("join", [1, ANY_NUMBER], ([separator, ...lists]) => {
    const between = takeText(separator);
    const parts = lists.flatMap((list) => takeList(list).items.map((item) => takeText(item)));
    return limitText(parts, between.length).join(between);
  }),
  defineFunction("urlencode", 1, ([text]) =>
    encodeURIComponent(takeText(text))
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("%20", "+"),
  ),
  // Of a text it counts what people take for one character.
  defineOverParts("length", 1, ([value]) => HclNumber.of(countElements(value ?? null))),
  defineFunction("parseint", 2, ([text, base]) => parseInteger(takeText(text), takeInteger(base))),
  defineFunction("tostring", 1, ([value]) => convertValue(value ?? null, "string")),
];

function cutLineBreaks(text: string): string {
  let end = text.length;
  // As a regular expression, this would look behind every line break for the end.
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return text.slice(0, end);
}

function countElements(value: HclValue): number {
  if (value instanceof HclList) return takeList(value).items.length;
  if (value instanceof HclMap) return takeMap(value).fields.size;
  if (typeof value === "string") return splitCharacters(value).length;
  throw invalid(`a list, a map or a string is required, not ${describeKind(value)}`);
}

/** The dotted capital I is the only letter that becomes two, of which Go takes the first. */
function toLower(letter: string): string {
  return letter === "\u0130" ? "i" : letter.toLowerCase();
}

/** Letters that become several are left as they are, as in Go. */
function mapLetters(text: string, toOther: (letter: string) => string): string {
  return listLetters(text)
    .map((letter) => {
      const other = toOther(letter);
      return listLetters(other).length === 1 ? other : letter;
    })
    .join("");
}

function trimSet(text: string, set: string): string {
  const unwanted = new Set(set);
  const letters = listLetters(text);
  let start = 0;
  let end = letters.length;
  while (start < end && unwanted.has(letters[start] ?? "")) start += 1;
  while (end > start && unwanted.has(letters[end - 1] ?? "")) end -= 1;
  return letters.slice(start, end).join("");
}

/** A negative offset counts from the end; a negative length means the rest, as does none behind such an offset. */
function cutText(characters: readonly string[], offset: number, length: number): string {
  const start = offset < 0 ? Math.max(0, characters.length + offset) : offset;
  const isRest = length < 0 || (length === 0 && offset < 0);
  return characters.slice(start, isRest ? undefined : start + length).join("");
}

/** Without a separator, a text is split into its characters. */
function splitText(text: string, separator: string): string[] {
  return separator === "" ? listLetters(text) : text.split(separator);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

function parseInteger(text: string, base: number): HclValue {
  if (base < 2 || base > 62) throw invalid("the base must be from 2 to 62");
  const [, sign, digits = ""] = /^([+-]?)([0-9a-zA-Z]{1,400})$/.exec(text) ?? [];
  const known = base <= 36 ? digits.toLowerCase() : digits;
  let value = 0n;
  for (const letter of known) {
    const digit = DIGITS.indexOf(letter);
    if (digit >= base) throw invalid("the text is no whole number in this base");
    value = value * BigInt(base) + BigInt(digit);
  }
  if (known === "") throw invalid("the text is no whole number in this base");
  return HclNumber.of(sign === "-" ? -value : value);
}

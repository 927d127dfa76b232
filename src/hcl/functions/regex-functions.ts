import { invalid } from "../expression-error";
import type { RegexMatch } from "../regex/linear-regex";
import { LinearRegex } from "../regex/linear-regex";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap } from "../values/hcl-value";
import { defineFunction } from "./define-function";
import { takeText } from "./take-argument";
import { limitText, listLetters } from "./text";

/** Functions of regular expressions. */
export const REGEX_FUNCTIONS = [
  defineFunction("regex", 2, ([pattern, text]) => {
    const regex = new LinearRegex(takeText(pattern));
    const found = regex.tryFind(takeText(text));
    if (found === undefined) throw invalid("the regular expression does not match");
    return toValue(regex, found.match, found.characters);
  }),
  defineFunction("regexall", 2, ([pattern, text]) => {
    const regex = new LinearRegex(takeText(pattern));
    const { matches, characters } = regex.findAll(takeText(text));
    return new HclList(
      "list",
      matches.map((match) => toValue(regex, match, characters)),
    );
  }),
  // Text between slashes is a regular expression.
  defineFunction("replace", 3, ([text, wanted, other]) => {
    const pattern = /^\/(.*)\/$/s.exec(takeText(wanted))?.[1];
    return pattern === undefined
      ? replaceText(takeText(text), takeText(wanted), takeText(other))
      : replaceMatches(new LinearRegex(pattern), takeText(text), takeText(other));
  }),
];

/** The match without groups; a tuple of groups, or an object where they have names. */
function toValue(
  { groupNames }: LinearRegex,
  { start, end, groups }: RegexMatch,
  characters: readonly string[],
): HclValue {
  if (groupNames.length === 0) return characters.slice(start, end).join("");
  const values = groups.map((group) => group ?? null);
  if (groupNames.every((name) => name === undefined)) return new HclList("tuple", values);
  return new HclMap(
    "object",
    groupNames.map((name, at) => {
      if (name === undefined)
        throw invalid("either all groups of the regular expression have names, or none");
      return [name, values[at] ?? null];
    }),
  );
}

function replaceText(text: string, wanted: string, other: string): string {
  // Between all letters, and around them, there is an empty text.
  const parts = wanted === "" ? ["", ...listLetters(text), ""] : text.split(wanted);
  return limitText(parts, other.length).join(other);
}

function replaceMatches(regex: LinearRegex, text: string, template: string): string {
  const { matches, characters } = regex.findAll(text);
  const parts: string[] = [];
  let at = 0;
  for (const match of matches) {
    parts.push(characters.slice(at, match.start).join(""), expand(template, regex, match, characters));
    at = match.end;
  }
  parts.push(characters.slice(at).join(""));
  return limitText(parts, 0).join("");
}

/** `$1`, `$name` and `${name}` stand for groups, `$0` for the whole, `$$` for a dollar sign. */
function expand(
  template: string,
  { groupNames }: LinearRegex,
  { start, end, groups }: RegexMatch,
  characters: readonly string[],
): string {
  return template.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return whole.slice(1);
    if (name === "0") return characters.slice(start, end).join("");
    const index = /^\d+$/.test(name) ? Number(name) - 1 : groupNames.indexOf(name);
    return groups[index] ?? "";
  });
}

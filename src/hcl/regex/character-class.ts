import { refused } from "../expression-error";
import type { CharacterTest } from "./regex-node";

/** Classes of one letter behind a backslash: ASCII only, as RE2 has them. */
const LETTER_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ["d", /[0-9]/],
  ["w", /[0-9A-Za-z_]/],
  ["s", /[\t\n\f\r ]/],
]);

/** Classes within brackets: `[[:alpha:]]`. */
const NAMED_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[0-9A-Za-z]/],
  ["alpha", /[A-Za-z]/],
  ["ascii", /[\x00-\x7f]/],
  ["blank", /[\t ]/],
  ["cntrl", /[\x00-\x1f\x7f]/],
  ["digit", /[0-9]/],
  ["graph", /[!-~]/],
  ["lower", /[a-z]/],
  ["print", /[ -~]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["space", /[\t\n\v\f\r ]/],
  ["upper", /[A-Z]/],
  ["word", /[0-9A-Za-z_]/],
  ["xdigit", /[0-9A-Fa-f]/],
]);

/** Looks up `\d`, `\W` and the like by their letter. @returns undefined if there is no such class */
export function tryFindLetterClass(letter: string): CharacterTest | undefined {
  const pattern = LETTER_CLASSES.get(letter.toLowerCase());
  if (pattern === undefined) return undefined;
  return letter === letter.toLowerCase() ? toTest(pattern) : negate(toTest(pattern));
}

/** Looks up `[:alpha:]` by its name, `^` in front of it negating. @returns undefined if there is no such class */
export function tryFindNamedClass(name: string): CharacterTest | undefined {
  const pattern = NAMED_CLASSES.get(name.replace(/^\^/, ""));
  if (pattern === undefined) return undefined;
  return name.startsWith("^") ? negate(toTest(pattern)) : toTest(pattern);
}

/**
 * Answers a class of Unicode: a general category or a script.
 * @param name - `L`, `Lu`, `Greek`
 * @throws ExpressionError `refused` if it is none
 */
export function findUnicodeClass(name: string): CharacterTest {
  for (const property of [name, `Script=${name}`]) {
    try {
      return toTest(new RegExp(`^\\p{${property}}$`, "u"));
    } catch {
      // Then it is the name of something else.
    }
  }
  throw refused(`the regular expression has an unknown class \\p{${name}}`);
}

/** Answers what a class does not have. */
export function negate(test: CharacterTest): CharacterTest {
  return (character) => !test(character);
}

/** Answers a class without regard to case. */
export function ignoreCase(test: CharacterTest): CharacterTest {
  return (character) => test(character) || test(character.toLowerCase()) || test(character.toUpperCase());
}

function toTest(pattern: RegExp): CharacterTest {
  return (character) => pattern.test(character);
}

import { invalid, refused } from "../expression-error";
import {
  findUnicodeClass,
  ignoreCase,
  negate,
  tryFindLetterClass,
  tryFindNamedClass,
} from "./character-class";
import type { Assertion, CharacterTest, RegexNode } from "./regex-node";

/** A parsed regular expression. */
export interface ParsedRegex {
  readonly node: RegexNode;
  /** Names of its groups in their order; undefined for those without. */
  readonly groupNames: readonly (string | undefined)[];
}

/** Longest regular expression, in characters, deepest nesting, and most repetitions (RE2's own limit). */
const MAX_LENGTH = 10_000;
const MAX_NESTING = 100;
const MAX_REPEAT = 1000;

/**
 * Parses a regular expression of RE2's syntax, which is Terraform's.
 * @throws ExpressionError `invalid` if it is none, `refused` if it has what is not known here
 */
export function parseRegex(text: string): ParsedRegex {
  if (text.length > MAX_LENGTH) throw refused(`a regular expression has more than ${MAX_LENGTH} characters`);
  return new RegexParser(text).parse();
}

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly U: boolean;
}

class RegexParser {
  readonly #characters: readonly string[];
  readonly #groupNames: (string | undefined)[] = [];
  #at = 0;
  #nesting = 0;
  #flags: Flags = { i: false, m: false, s: false, U: false };

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  parse(): ParsedRegex {
    const node = this.#parseChoice();
    if (this.#at < this.#characters.length) throw invalid("the regular expression has a ) too many");
    return { node, groupNames: this.#groupNames };
  }

  #parseChoice(): RegexNode {
    if (this.#nesting > MAX_NESTING) throw refused("the regular expression is nested too deeply");
    this.#nesting += 1;
    const nodes: RegexNode[] = [];
    do nodes.push(this.#parseSequence());
    while (this.#take("|"));
    this.#nesting -= 1;
    const [first] = nodes;
    return nodes.length === 1 && first !== undefined ? first : { kind: "choice", nodes };
  }

  #parseSequence(): RegexNode {
    const nodes: RegexNode[] = [];
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next === "|" || next === ")") return { kind: "sequence", nodes };
      const node = this.#parseAtom();
      if (node !== undefined) nodes.push(this.#parseRepeats(node));
    }
  }

  #parseRepeats(node: RegexNode): RegexNode {
    const bounds = this.#takeBounds();
    if (bounds === undefined) return node;
    const isLazy = this.#take("?") !== this.#flags.U;
    if (this.#takeBounds() !== undefined) throw invalid("the regular expression repeats a repetition");
    return { kind: "repeat", node, min: bounds[0], max: bounds[1], isLazy };
  }

  #takeBounds(): readonly [number, number | undefined] | undefined {
    if (this.#take("*")) return [0, undefined];
    if (this.#take("+")) return [1, undefined];
    if (this.#take("?")) return [0, 1];
    if (this.#peek() !== "{") return undefined;
    const rest = this.#characters.slice(this.#at, this.#at + 12).join("");
    const [whole, least, comma, most] = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(rest) ?? [];
    // What is no count stands for itself.
    if (whole === undefined || least === undefined) return undefined;
    this.#at += whole.length;
    const min = Number(least);
    const max = comma === undefined ? min : most === undefined ? undefined : Number(most);
    if (min > MAX_REPEAT || (max ?? 0) > MAX_REPEAT || (max ?? min) < min) {
      throw invalid("the regular expression has a repetition with wrong bounds");
    }
    return [min, max];
  }

  /** Undefined where only flags are set. */
  #parseAtom(): RegexNode | undefined {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#parseGroup();
      case "[":
        return this.#toNode(this.#parseBrackets());
      case ".":
        return this.#toNode(this.#flags.s ? () => true : (other) => other !== "\n");
      case "^":
        return toAssertion(this.#flags.m ? "lineStart" : "textStart");
      case "$":
        return toAssertion(this.#flags.m ? "lineEnd" : "textEnd");
      case "\\":
        return this.#parseEscape();
      case "*":
      case "+":
      case "?":
        throw invalid("the regular expression repeats nothing");
      default:
        return this.#toNode((other) => other === character);
    }
  }

  #parseGroup(): RegexNode | undefined {
    const before = this.#flags;
    const opening = this.#takeGroupOpening();
    if (opening === undefined) return undefined;
    const index = opening.isCaptured ? this.#groupNames.push(opening.name) : undefined;
    const node = this.#parseChoice();
    if (!this.#take(")")) throw invalid("the regular expression lacks a )");
    this.#flags = before;
    return index === undefined ? node : { kind: "group", index, node };
  }

  /** Undefined for flags without a group: `(?i)`. */
  #takeGroupOpening(): { readonly isCaptured: boolean; readonly name?: string } | undefined {
    if (!this.#take("?")) return { isCaptured: true };
    const rest = this.#characters.slice(this.#at, this.#at + 100).join("");
    const [named, name] = /^P?<(\w+)>/.exec(rest) ?? [];
    if (named !== undefined && name !== undefined) {
      this.#at += named.length;
      if (this.#groupNames.includes(name)) throw invalid("the regular expression has two groups of one name");
      return { isCaptured: true, name };
    }
    const [flagged, on = "", off = "", end] = /^([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest) ?? [];
    if (flagged === undefined) throw invalid("the regular expression has a group of an unknown kind");
    this.#at += flagged.length;
    const isOn = (flag: keyof Flags): boolean =>
      !off.includes(flag) && (on.includes(flag) || this.#flags[flag]);
    this.#flags = { i: isOn("i"), m: isOn("m"), s: isOn("s"), U: isOn("U") };
    return end === ")" ? undefined : { isCaptured: false };
  }

  #parseEscape(): RegexNode {
    const letter = this.#next();
    const assertion = ASSERTIONS.get(letter);
    if (assertion !== undefined) return toAssertion(assertion);
    return this.#toNode(this.#parseEscapedTest(letter));
  }

  #parseEscapedTest(letter: string): CharacterTest {
    const letterClass = tryFindLetterClass(letter);
    if (letterClass !== undefined) return letterClass;
    if (letter === "p" || letter === "P") {
      const test = findUnicodeClass(this.#take("{") ? this.#takeUntil("}") : this.#next());
      return letter === "p" ? test : negate(test);
    }
    const character = this.#readEscapedCharacter(letter);
    return (other) => other === character;
  }

  #readEscapedCharacter(letter: string): string {
    const control = CONTROLS.get(letter);
    if (control !== undefined) return control;
    if (letter === "x") {
      const digits = this.#take("{") ? this.#takeUntil("}") : this.#next() + this.#next();
      const code = /^[0-9a-fA-F]{1,6}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
      if (!(code <= 0x10ffff)) throw invalid("the regular expression has an unknown escape");
      return String.fromCodePoint(code);
    }
    if (/^[\p{L}\p{N}]$/u.test(letter))
      throw refused(`the regular expression has an escape \\${letter} that is not known here`);
    return letter;
  }

  #parseBrackets(): CharacterTest {
    const isNegated = this.#take("^");
    const tests: CharacterTest[] = [];
    for (let isFirst = true; isFirst || !this.#take("]"); isFirst = false) tests.push(this.#parseClassItem());
    const any = (character: string): boolean => tests.some((test) => test(character));
    const cased = this.#flags.i ? ignoreCase(any) : any;
    return isNegated ? negate(cased) : cased;
  }

  #parseClassItem(): CharacterTest {
    if (this.#peek() === "[" && this.#characters[this.#at + 1] === ":") {
      this.#at += 2;
      const test = tryFindNamedClass(this.#takeUntil(":"));
      if (test === undefined || !this.#take("]"))
        throw invalid("the regular expression has an unknown class");
      return test;
    }
    const first = this.#next();
    if (first === "\\" && /^[dDwWsSpP]$/.test(this.#peek() ?? ""))
      return this.#parseEscapedTest(this.#next());
    const start = first === "\\" ? this.#readEscapedCharacter(this.#next()) : first;
    if (this.#peek() !== "-" || this.#characters[this.#at + 1] === "]") return (other) => other === start;
    this.#at += 1;
    const last = this.#next();
    const end = last === "\\" ? this.#readEscapedCharacter(this.#next()) : last;
    const [low, high] = [toCode(start), toCode(end)];
    if (high < low) throw invalid("the regular expression has a range whose end is before its start");
    return (other) => toCode(other) >= low && toCode(other) <= high;
  }

  #toNode(test: CharacterTest): RegexNode {
    return { kind: "character", test: this.#flags.i ? ignoreCase(test) : test };
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#peek();
    if (character === undefined) throw invalid("the regular expression ends too early");
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #takeUntil(end: string): string {
    let text = "";
    for (let next = this.#next(); next !== end; next = this.#next()) text += next;
    return text;
  }
}

function toAssertion(assertion: Assertion): RegexNode {
  return { kind: "assertion", assertion };
}

function toCode(character: string): number {
  return character.codePointAt(0) ?? 0;
}

const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ["A", "textStart"],
  ["z", "textEnd"],
  ["b", "wordEdge"],
  ["B", "noWordEdge"],
]);

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["f", "\f"],
  ["t", "\t"],
  ["n", "\n"],
  ["r", "\r"],
  ["v", "\v"],
]);

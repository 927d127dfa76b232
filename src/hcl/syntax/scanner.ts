import { ExpressionError } from "../expression-error";

/** Longest text that is read as an expression or template, in characters. */
const MAX_TEXT_LENGTH = 1_000_000;

/** How deep expressions may be nested in each other. */
const MAX_NESTING = 100;

/** A place in a text, with what all parsers of it need: looking ahead, moving on, telling of faults. */
export class Scanner {
  readonly text: string;
  /** Index of the next character. */
  at = 0;
  /** Whether a line break separates, as it does in objects and between definitions. */
  #breaksCount = false;
  #nesting = 0;

  /** @throws ExpressionError `refused` if the text is too long */
  constructor(text: string) {
    if (text.length > MAX_TEXT_LENGTH) {
      throw new ExpressionError("refused", `it has more than ${MAX_TEXT_LENGTH} characters`);
    }
    this.text = text;
  }

  /** Skips white space and comments; line breaks only where they do not separate. */
  skipSpace(): void {
    const pattern = this.#breaksCount ? SPACE_IN_LINE : SPACE;
    this.match(pattern);
  }

  /** Skips white space, comments and line breaks. */
  skipLines(): void {
    this.match(SPACE);
  }

  /** Reads what a sticky pattern matches here. @returns undefined, and stays, if it does not match */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.text)?.[0];
    this.at += text?.length ?? 0;
    return text;
  }

  /** Tells whether a text comes next, behind white space. */
  peek(token: string): boolean {
    this.skipSpace();
    return this.text.startsWith(token, this.at);
  }

  /** Moves behind a text that comes next, behind white space; tells whether it did. */
  take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length;
    return true;
  }

  /** Moves behind a text that must come next. @throws ExpressionError `syntax` if it does not */
  expect(token: string, where: string): void {
    if (!this.take(token)) throw this.fault(`"${token}" is required ${where}`);
  }

  /** Reads an identifier, behind white space; undefined if there is none. */
  tryIdentifier(): string | undefined {
    this.skipSpace();
    return this.match(IDENTIFIER)?.normalize("NFC");
  }

  /** Reads an identifier. @throws ExpressionError `syntax` if there is none */
  expectIdentifier(what: string): string {
    const name = this.tryIdentifier();
    if (name === undefined) throw this.fault(`${what} is required`);
    return name;
  }

  /** Tells whether a word comes next, not only the beginning of a longer one; moves behind it. */
  takeWord(word: string): boolean {
    const before = this.at;
    if (this.tryIdentifier() === word) return true;
    this.at = before;
    return false;
  }

  /** Parses a part within which line breaks separate or not. */
  within<T>(breaksCount: boolean, parse: () => T): T {
    const before = this.#breaksCount;
    this.#breaksCount = breaksCount;
    try {
      return parse();
    } finally {
      this.#breaksCount = before;
    }
  }

  /** Parses something that may hold itself. @throws ExpressionError `refused` if it does so too often */
  nest<T>(parse: () => T): T {
    if (this.#nesting >= MAX_NESTING) {
      throw new ExpressionError("refused", `it is nested deeper than ${MAX_NESTING} levels`);
    }
    this.#nesting += 1;
    try {
      return parse();
    } finally {
      this.#nesting -= 1;
    }
  }

  /** Makes the error of a text that is not what it should be. */
  fault(problem: string): ExpressionError {
    const before = this.text.slice(0, this.at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    const where =
      before.length === 1 ? `at character ${column}` : `at line ${before.length}, character ${column}`;
    return new ExpressionError("syntax", `${problem} ${where}`);
  }
}

// Behind a comment to the end of a line, the line break counts as any other.
const SPACE = /(?:[ \t\r\n]|(?:#|\/\/)[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const SPACE_IN_LINE = /(?:[ \t\r]|(?:#|\/\/)[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;

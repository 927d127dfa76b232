import type { Expression, TemplatePart } from "./expression";
import type { Scanner } from "./scanner";

/** How a template ends: a quoted one at its quote, a whole text at its end. */
export type TemplateEnd = "quote" | "end";

/** What stands in a template, read one after the other. */
type TemplateToken =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "interpolation"; readonly expression: Expression; readonly trims: Trims }
  | { readonly kind: "if"; readonly condition: Expression; readonly trims: Trims }
  | {
      readonly kind: "for";
      readonly keyName: string | undefined;
      readonly valueName: string;
      readonly source: Expression;
      readonly trims: Trims;
    }
  | ClosingToken;

/** What ends a part of a directive. */
interface ClosingToken {
  readonly kind: "else" | "endif" | "endfor";
  readonly trims: Trims;
}

/** Whether white space before and behind a sequence goes: `${~ x ~}`. */
interface Trims {
  readonly before: boolean;
  readonly behind: boolean;
}

/**
 * Reads a template up to its end, and behind it.
 * @param parseExpression - reads the expression that comes next
 * @throws ExpressionError `syntax` or `refused`
 */
export function parseTemplate(
  scanner: Scanner,
  end: TemplateEnd,
  parseExpression: () => Expression,
): readonly TemplatePart[] {
  const tokens = trimLiterals(readTokens(scanner, end, parseExpression));
  return scanner.nest(() => new TemplateBuilder(scanner, tokens).build());
}

function readTokens(scanner: Scanner, end: TemplateEnd, parseExpression: () => Expression): TemplateToken[] {
  const tokens: TemplateToken[] = [];
  const literal = end === "quote" ? QUOTED_LITERAL : LITERAL;
  for (;;) {
    const text = scanner.match(literal) ?? "";
    if (text !== "") {
      const meaning = end === "quote" ? unescapeQuoted(scanner, text) : text;
      tokens.push({ kind: "literal", text: meaning.replace(/([$%])\1\{/g, "$1{").normalize("NFC") });
    }
    if (end === "end" && scanner.at === scanner.text.length) return tokens;
    if (end === "quote" && scanner.text[scanner.at] === '"') {
      scanner.at += 1;
      return tokens;
    }
    const opening = scanner.match(/[$%]\{~?/y);
    if (opening === undefined) throw scanner.fault("the closing quote of a string is missing");
    tokens.push(
      scanner.within(false, () =>
        opening.startsWith("$")
          ? readInterpolation(scanner, opening.endsWith("~"), parseExpression)
          : readDirective(scanner, opening.endsWith("~"), parseExpression),
      ),
    );
  }
}

function readInterpolation(
  scanner: Scanner,
  before: boolean,
  parseExpression: () => Expression,
): TemplateToken {
  const expression = parseExpression();
  return { kind: "interpolation", expression, trims: { before, behind: readClosing(scanner) } };
}

function readDirective(scanner: Scanner, before: boolean, parseExpression: () => Expression): TemplateToken {
  const word = scanner.expectIdentifier("if, else, endif, for or endfor");
  const close = (): Trims => ({ before, behind: readClosing(scanner) });
  switch (word) {
    case "if": {
      const condition = parseExpression();
      return { kind: "if", condition, trims: close() };
    }
    case "for": {
      const first = scanner.expectIdentifier("a name");
      const second = scanner.take(",") ? scanner.expectIdentifier("a name") : undefined;
      if (!scanner.takeWord("in")) throw scanner.fault('"in" is required behind the names');
      const source = parseExpression();
      const names = { keyName: second === undefined ? undefined : first, valueName: second ?? first };
      return { kind: "for", ...names, source, trims: close() };
    }
    case "else":
    case "endif":
    case "endfor":
      return { kind: word, trims: close() };
    default:
      throw scanner.fault(`there is no template directive ${word}`);
  }
}

function readClosing(scanner: Scanner): boolean {
  const behind = scanner.take("~");
  scanner.expect("}", "at the end of a template sequence");
  return behind;
}

function trimLiterals(tokens: readonly TemplateToken[]): readonly TemplateToken[] {
  return tokens.map((token, at) => {
    if (token.kind !== "literal") return token;
    const before = tokens[at - 1];
    const behind = tokens[at + 1];
    let { text } = token;
    if (before !== undefined && before.kind !== "literal" && before.trims.behind) text = text.trimStart();
    if (behind !== undefined && behind.kind !== "literal" && behind.trims.before) text = text.trimEnd();
    return { kind: "literal", text };
  });
}

/** Puts directives and what they hold together. */
class TemplateBuilder {
  readonly #scanner: Scanner;
  readonly #tokens: readonly TemplateToken[];
  #at = 0;

  constructor(scanner: Scanner, tokens: readonly TemplateToken[]) {
    this.#scanner = scanner;
    this.#tokens = tokens;
  }

  build(): readonly TemplatePart[] {
    const parts = this.#readParts();
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw this.#scanner.fault(`a template has an ${token.kind} that ends nothing`);
    return parts;
  }

  #readParts(): TemplatePart[] {
    const parts: TemplatePart[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || isClosing(token)) return parts;
      this.#at += 1;
      if (token.kind === "if") {
        const then = this.#scanner.nest(() => this.#readParts());
        const otherwise = this.#take("else") ? this.#scanner.nest(() => this.#readParts()) : [];
        if (!this.#take("endif")) throw this.#scanner.fault("a template lacks an endif");
        parts.push({ kind: "if", condition: token.condition, then, otherwise });
      } else if (token.kind === "for") {
        const body = this.#scanner.nest(() => this.#readParts());
        if (!this.#take("endfor")) throw this.#scanner.fault("a template lacks an endfor");
        const { keyName, valueName, source } = token;
        parts.push({ kind: "for", keyName, valueName, source, body });
      } else if (token.kind === "interpolation" || token.text !== "") {
        parts.push(token);
      }
    }
  }

  #take(kind: TemplateToken["kind"]): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }
}

function isClosing(token: TemplateToken): token is ClosingToken {
  return token.kind === "else" || token.kind === "endif" || token.kind === "endfor";
}

function unescapeQuoted(scanner: Scanner, text: string): string {
  return text.replace(/\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S]?)/g, (escape) => {
    const known = ESCAPES.get(escape);
    if (known !== undefined) return known;
    const code = escape.length > 2 ? Number.parseInt(escape.slice(2), 16) : Number.NaN;
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
      throw scanner.fault("a string has an unknown escape before its end");
    }
    return String.fromCodePoint(code);
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ['\\"', '"'],
  ["\\\\", "\\"],
]);

/** Everything up to a sequence; `$${` and `%%{` are no sequences. */
const LITERAL = /(?:[^$%]+|\$\$\{|%%\{|[$%](?!\{))*/y;
const QUOTED_LITERAL = /(?:[^$%"\\\n]+|\\[\s\S]|\$\$\{|%%\{|[$%](?!\{))*/y;

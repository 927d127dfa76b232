import { refused } from "../expression-error";
import { HclNumber } from "../values/hcl-number";
import type { BinaryOperator, Expression, ForExpression, Step, TemplatePart } from "./expression";
import { PRECEDENCE } from "./expression";
import { parseTemplate } from "./parse-template";
import { Scanner } from "./scanner";

/**
 * Parses an expression as it stands behind an equals sign.
 * @throws ExpressionError `syntax` naming the place, or `refused`
 */
export function parseExpressionText(text: string): Expression {
  const scanner = new Scanner(text);
  const expression = parseExpression(scanner);
  scanner.skipSpace();
  if (scanner.at < text.length) throw scanner.fault("nothing more is allowed behind the expression");
  return expression;
}

/**
 * Parses a text with `${…}` and `%{…}` in it, as strings in Terraform's JSON are.
 * @throws ExpressionError `syntax` naming the place, or `refused`
 */
export function parseTemplateText(text: string): Expression {
  const scanner = new Scanner(text);
  return toExpression(parseTemplate(scanner, "end", () => parseExpression(scanner)));
}

/** Parses the expression that comes next. @throws ExpressionError `syntax` naming the place, or `refused` */
export function parseExpression(scanner: Scanner): Expression {
  return scanner.nest(() => {
    const condition = parseBinary(scanner, 0);
    if (!scanner.take("?")) return condition;
    const then = parseExpression(scanner);
    scanner.expect(":", "between the two results of a condition");
    return { kind: "conditional", condition, then, otherwise: parseExpression(scanner) };
  });
}

function parseBinary(scanner: Scanner, level: number): Expression {
  const operators = PRECEDENCE[level];
  if (operators === undefined) return parseUnary(scanner);
  let left = parseBinary(scanner, level + 1);
  for (;;) {
    const operator = takeOperator(scanner, operators);
    if (operator === undefined) return left;
    left = { kind: "binary", operator, left, right: parseBinary(scanner, level + 1) };
  }
}

function takeOperator(scanner: Scanner, operators: readonly BinaryOperator[]): BinaryOperator | undefined {
  return operators.find((operator) => scanner.take(operator));
}

function parseUnary(scanner: Scanner): Expression {
  for (const operator of ["-", "!"] as const) {
    if (scanner.take(operator)) {
      return { kind: "unary", operator, operand: scanner.nest(() => parseUnary(scanner)) };
    }
  }
  const term = parseTerm(scanner);
  const steps = parseSteps(scanner);
  if (steps.length === 0) return term;
  if (term.kind === "reference") return { ...term, steps };
  return { kind: "access", source: term, steps };
}

function parseTerm(scanner: Scanner): Expression {
  if (scanner.take("(")) return scanner.within(false, () => parseClosed(scanner, ")"));
  if (scanner.take("[")) return scanner.within(false, () => parseTuple(scanner));
  if (scanner.take("{")) return scanner.within(true, () => parseObject(scanner));
  if (scanner.take('"')) return toExpression(parseTemplate(scanner, "quote", () => parseExpression(scanner)));
  if (scanner.peek("<<")) {
    throw scanner.fault("heredocs (<<) are not read here; use a quoted string with \\n instead,");
  }
  const number = scanner.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== undefined) return { kind: "literal", value: toNumber(number) };
  const name = scanner.tryIdentifier();
  if (name === undefined) throw scanner.fault("an expression is required");
  return parseNamed(scanner, name);
}

function parseNamed(scanner: Scanner, name: string): Expression {
  if (WORDS.has(name)) return { kind: "literal", value: WORDS.get(name) ?? null };
  let fullName = name;
  while (scanner.take("::")) fullName += `::${scanner.expectIdentifier("a name behind ::")}`;
  if (scanner.take("(")) return scanner.within(false, () => parseCall(scanner, fullName));
  if (fullName !== name) throw scanner.fault(`the arguments of ${fullName} are required`);
  return { kind: "reference", root: name, steps: [] };
}

function parseClosed(scanner: Scanner, closing: string): Expression {
  const expression = parseExpression(scanner);
  scanner.expect(closing, "behind the expression");
  return expression;
}

function parseCall(scanner: Scanner, name: string): Expression {
  const values: Expression[] = [];
  let isSpread = false;
  while (!scanner.take(")")) {
    values.push(parseExpression(scanner));
    isSpread = scanner.take("...");
    if (isSpread || !scanner.take(",")) {
      scanner.expect(")", `at the end of the arguments of ${name}`);
      break;
    }
  }
  return { kind: "call", name, arguments: values, isSpread };
}

function parseTuple(scanner: Scanner): Expression {
  if (scanner.takeWord("for")) return parseFor(scanner, "]");
  const items: Expression[] = [];
  while (!scanner.take("]")) {
    items.push(parseExpression(scanner));
    if (!scanner.take(",")) {
      scanner.expect("]", "at the end of a list");
      break;
    }
  }
  return { kind: "tuple", items };
}

function parseObject(scanner: Scanner): Expression {
  scanner.skipLines();
  const start = scanner.at;
  if (scanner.takeWord("for")) {
    if (!scanner.peek("=") && !scanner.peek(":")) return scanner.within(false, () => parseFor(scanner, "}"));
    scanner.at = start;
  }
  const entries: (readonly [Expression, Expression])[] = [];
  for (;;) {
    scanner.skipLines();
    if (scanner.take("}")) return { kind: "object", entries };
    const key = parseKey(scanner);
    if (!scanner.take("=") && !scanner.take(":")) throw scanner.fault('"=" is required behind a key');
    scanner.skipLines();
    entries.push([key, parseExpression(scanner)]);
    const isSeparated = scanner.take(",") || scanner.peek("\n");
    if (!isSeparated) {
      scanner.expect("}", "at the end of an object");
      return { kind: "object", entries };
    }
  }
}

/** A name in front of an equals sign is a key, not a reference. */
function parseKey(scanner: Scanner): Expression {
  const start = scanner.at;
  const name = scanner.tryIdentifier();
  if (
    name !== undefined &&
    (scanner.peek("=") || scanner.peek(":")) &&
    !scanner.peek("==") &&
    !scanner.peek("::")
  ) {
    return { kind: "literal", value: name };
  }
  scanner.at = start;
  return parseExpression(scanner);
}

function parseFor(scanner: Scanner, closing: "]" | "}"): ForExpression {
  const first = scanner.expectIdentifier("a name behind for");
  const second = scanner.take(",") ? scanner.expectIdentifier("a second name behind for") : undefined;
  if (!scanner.takeWord("in")) throw scanner.fault('"in" is required behind the names');
  const source = parseExpression(scanner);
  scanner.expect(":", "behind what for goes through");
  const head = parseExpression(scanner);
  let key: Expression | undefined;
  let value = head;
  let isGrouped = false;
  if (closing === "}") {
    scanner.expect("=>", "behind the key of an object");
    key = head;
    value = parseExpression(scanner);
    isGrouped = scanner.take("...");
  }
  const condition = scanner.takeWord("if") ? parseExpression(scanner) : undefined;
  scanner.expect(closing, "at the end of a for expression");
  const names = { keyName: second === undefined ? undefined : first, valueName: second ?? first };
  return { kind: "for", ...names, source, key, value, condition, isGrouped };
}

function parseSteps(scanner: Scanner): Step[] {
  const steps: Step[] = [];
  for (;;) {
    if (scanner.peek("...")) return steps;
    if (scanner.take(".")) {
      if (scanner.take("*")) {
        steps.push({ kind: "splat", steps: parseAttributes(scanner) });
      } else {
        steps.push(parseAttribute(scanner));
      }
    } else if (scanner.take("[")) {
      const splat = scanner.within(false, () => scanner.take("*") && takeClosing(scanner));
      if (splat) {
        steps.push({ kind: "splat", steps: scanner.nest(() => parseSteps(scanner)) });
      } else {
        steps.push({ kind: "index", key: scanner.within(false, () => parseClosed(scanner, "]")) });
      }
    } else {
      return steps;
    }
  }
}

function takeClosing(scanner: Scanner): true {
  scanner.expect("]", "behind [*");
  return true;
}

function parseAttributes(scanner: Scanner): Step[] {
  const steps: Step[] = [];
  while (!scanner.peek("...") && scanner.take(".")) steps.push(parseAttribute(scanner));
  return steps;
}

/** A number behind a dot is an index of Terraform's older syntax. */
function parseAttribute(scanner: Scanner): Step {
  scanner.skipSpace();
  const index = scanner.match(/\d+/y);
  if (index !== undefined) return { kind: "index", key: { kind: "literal", value: toNumber(index) } };
  return { kind: "attribute", name: scanner.expectIdentifier("an attribute's name behind the dot") };
}

/** An interpolation that stands alone is what is in it, whatever its type. */
function toExpression(parts: readonly TemplatePart[]): Expression {
  const [first] = parts;
  if (first === undefined) return { kind: "literal", value: "" };
  if (parts.length === 1 && first.kind === "interpolation") return first.expression;
  if (parts.length === 1 && first.kind === "literal") return { kind: "literal", value: first.text };
  return { kind: "template", parts };
}

function toNumber(text: string): HclNumber {
  const number = HclNumber.tryParse(text);
  if (number === undefined) throw refused("a number has too many digits");
  return number;
}

const WORDS: ReadonlyMap<string, true | false | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

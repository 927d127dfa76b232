/** A value of an expression of GitHub Actions, as far as the recipes have them. */
export type Value = string | boolean | null;

/** What an expression can see. Both functions throw for what does not exist, or not at this place. */
export interface Scope {
  /** Returns the value of `github.event_name`, `steps.plan.outputs.report`, … */
  readonly find: (path: string) => Value;
  /** Calls `success`, `hashFiles`, … */
  readonly call: (name: string, args: readonly string[]) => Value;
}

const TOKEN = /\s*(?:(\|\||&&|==|!=|!|\(|\)|,)|'((?:[^']|'')*)'|([A-Za-z_][\w.-]*))/y;

/** How tightly operators bind; all are left-associative. */
const BINDING: Readonly<Record<string, number>> = { "||": 1, "&&": 2, "==": 3, "!=": 3 };

/** Evaluates an expression. @throws Error for everything that the workflows of this project do not use */
export function evaluate(text: string, scope: Scope): Value {
  const pattern = new RegExp(TOKEN);
  const tokens: { readonly sign?: string; readonly literal?: string; readonly name?: string }[] = [];
  const rest = text.trimEnd();
  while (pattern.lastIndex < rest.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(rest);
    if (match === null) throw new Error(`The runner does not know ${rest.slice(at)} in ${text}.`);
    const [, sign, literal, name] = match;
    tokens.push({
      ...(sign === undefined ? {} : { sign }),
      ...(literal === undefined ? {} : { literal: literal.replaceAll("''", "'") }),
      ...(name === undefined ? {} : { name }),
    });
  }
  const take = (sign: string): boolean => tokens[0]?.sign === sign && tokens.shift() !== undefined;
  const expect = (sign: string): void => {
    if (!take(sign)) throw new Error(`There is no ${sign} where one must be in ${text}.`);
  };

  function readOperand(): Value {
    if (take("!")) return !isTruthy(readOperand());
    if (take("(")) {
      const value = readBinary(1);
      expect(")");
      return value;
    }
    const { literal, name, sign } = tokens.shift() ?? {};
    if (literal !== undefined) return literal;
    if (name === undefined) throw new Error(`${sign ?? "The end"} is not an operand in ${text}.`);
    if (name === "true" || name === "false") return name === "true";
    if (!take("(")) return scope.find(name);
    const args: string[] = [];
    while (!take(")")) {
      if (args.length > 0) expect(",");
      args.push(toText(readBinary(1)));
    }
    return scope.call(name, args);
  }

  /** Both sides are evaluated, so that an unknown name is found wherever it stands. */
  function readBinary(least: number): Value {
    let left = readOperand();
    for (;;) {
      const sign = tokens[0]?.sign ?? "";
      const binding = BINDING[sign] ?? 0;
      if (binding < least) return left;
      tokens.shift();
      const right = readBinary(binding + 1);
      if (sign === "||") left = isTruthy(left) ? left : right;
      else if (sign === "&&") left = isTruthy(left) ? right : left;
      else left = isEqual(left, right) === (sign === "==");
    }
  }

  const value = readBinary(1);
  if (tokens.length > 0) throw new Error(`Something is left at the end of ${text}.`);
  return value;
}

/** Tells whether a value lets a step or a job run. */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== "" && value !== false;
}

/** Writes a value into a text. */
export function toText(value: Value): string {
  return value === null ? "" : String(value);
}

/** Texts compare without case; what has another type than the other side, as a number. */
function isEqual(a: Value, b: Value): boolean {
  if (typeof a === "string" && typeof b === "string") return a.toLowerCase() === b.toLowerCase();
  return Number(a) === Number(b);
}

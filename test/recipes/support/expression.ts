/** A value of an expression of GitHub Actions, as far as the recipes have them. */
export type Value = string | boolean | null;

/** What an expression can see. Both functions throw for what does not exist, or not at this place. */
export interface Scope {
  /** Returns the value of `github.event_name`, `steps.plan.outputs.report`, … */
  readonly find: (path: string) => Value;
  /** Calls `success`, `hashFiles`, … */
  readonly call: (name: string, args: readonly string[]) => Value;
}

/** A sign, a string or a name; or, without a group, any other character. */
const TOKEN = /(\|\||&&|==|!=|[!(),]|'(?:[^']|'')*'|[A-Za-z_][\w.-]*)|\S/g;

/** How tightly operators bind; all are left-associative. */
const BINDING: Readonly<Record<string, number>> = { "||": 1, "&&": 2, "==": 3, "!=": 3 };

/** Evaluates an expression. @throws Error for everything that the workflows of this project do not use */
export function evaluate(text: string, scope: Scope): Value {
  const fail = (): never => {
    throw new Error(`The runner does not know ${text}.`);
  };
  const tokens = [...text.matchAll(TOKEN)].map(([, token]) => token ?? fail());
  const take = (token: string): boolean => tokens[0] === token && tokens.shift() !== undefined;

  function readOperand(): Value {
    if (take("!")) return !isTruthy(readOperand());
    if (take("(")) {
      const value = readBinary(1);
      return take(")") ? value : fail();
    }
    const token = tokens.shift() ?? fail();
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (!/^\w/.test(token)) return fail();
    if (token === "true" || token === "false") return token === "true";
    if (!take("(")) return scope.find(token);
    const args: string[] = [];
    while (!take(")")) {
      if (args.length > 0 && !take(",")) fail();
      args.push(toText(readBinary(1)));
    }
    return scope.call(token, args);
  }

  /** Both sides are evaluated, so that an unknown name is found wherever it stands. */
  function readBinary(least: number): Value {
    let left = readOperand();
    for (;;) {
      const sign = tokens[0] ?? "";
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
  return tokens.length === 0 ? value : fail();
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

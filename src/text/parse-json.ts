/** Parsed JSON. The caller chooses the types of its numbers (`N`) and objects (`O`). */
export type Json<N, O> = null | boolean | string | N | O | readonly Json<N, O>[];

/** Functions of the caller that make numbers, objects and the error. */
export interface JsonMakers<N, O> {
  /** Makes a number from its text in the source. Returns undefined if the number cannot be represented. */
  readonly number: (text: string) => N | undefined;
  /** Makes an object from its fields, which are in order and may have repeated keys. */
  readonly object: (fields: readonly (readonly [string, Json<N, O>])[]) => O;
  /** Makes the error to throw. `offset` counts characters. `problem` is a clause without a full stop. */
  readonly error: (offset: number, problem: string) => Error;
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

/** Parses JSON (RFC 8259). Refuses the key `__proto__`. @throws the error that `make.error` makes */
export function parseJson<N, O>(text: string, make: JsonMakers<N, O>, maxDepth: number): Json<N, O> {
  let at = 0;

  function fault(problem: string): Error {
    return make.error(at, problem);
  }

  /** Consumes the match of a sticky pattern. Returns the empty string if nothing matches. */
  function match(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  }

  function peek(): string | undefined {
    match(SPACE);
    return text[at];
  }

  function skip(character: string): boolean {
    if (peek() !== character) return false;
    at += 1;
    return true;
  }

  function parseValue(depth: number): Json<N, O> {
    if (depth > maxDepth) throw fault(`it is nested more than ${maxDepth} deep`);
    if (skip("{")) return parseObject(depth);
    if (skip("[")) return parseArray(depth);
    if (text[at] === '"') return parseString();
    const word = match(WORD);
    if (word === "") return parseNumber();
    return word === "null" ? null : word === "true";
  }

  function parseObject(depth: number): O {
    const fields: (readonly [string, Json<N, O>])[] = [];
    if (skip("}")) return make.object(fields);
    do {
      if (peek() !== '"') throw fault("a key in quotes is required");
      const key = parseString();
      // An own property would be harmless here, but copying the object could set a prototype.
      if (key === "__proto__") throw fault("the key __proto__ is not allowed");
      if (!skip(":")) throw fault("a colon is required");
      fields.push([key, parseValue(depth + 1)]);
    } while (skip(","));
    if (!skip("}")) throw fault("a comma or a closing brace is required");
    return make.object(fields);
  }

  function parseArray(depth: number): Json<N, O>[] {
    const items: Json<N, O>[] = [];
    if (skip("]")) return items;
    do items.push(parseValue(depth + 1));
    while (skip(","));
    if (!skip("]")) throw fault("a comma or a closing bracket is required");
    return items;
  }

  function parseString(): string {
    // Most strings end at the first quote and contain no escape.
    const quote = text.indexOf('"', at + 1);
    const plain = text.slice(at + 1, quote);
    if (quote !== -1 && !/[\\\0-\x1f]/.test(plain)) {
      at = quote + 1;
      return plain;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    try {
      // The platform knows the escapes, and refuses everything that is not a JSON string.
      const value = JSON.parse(text.slice(at, end + 1)) as string;
      at = end + 1;
      return value;
    } catch {
      throw fault("this string is malformed");
    }
  }

  function parseNumber(): N {
    const start = at;
    const number = match(NUMBER);
    const value = number === "" ? undefined : make.number(number);
    if (value !== undefined) return value;
    at = start;
    throw fault("a value is required");
  }

  const document = parseValue(0);
  if (peek() !== undefined) throw fault("nothing more is allowed here");
  return document;
}

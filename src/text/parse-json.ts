/** Parsed JSON, with numbers and objects as the caller makes them. */
export type Json<N, O> = null | boolean | string | N | O | readonly Json<N, O>[];

/** Makes what JavaScript would lose (digits of numbers, repeated keys), and the error. */
export interface JsonMakers<N, O> {
  /** Makes a number of its source text. Returns undefined if the caller cannot hold it. */
  readonly number: (text: string) => N | undefined;
  /** Makes an object of its fields, in their order, repeated keys included. */
  readonly object: (fields: readonly (readonly [string, Json<N, O>])[]) => O;
  /** Makes the error to throw. `offset` counts characters; `problem` is a clause without a full stop. */
  readonly error: (offset: number, problem: string) => Error;
}

/**
 * Parses JSON (RFC 8259) exactly: `JSON.parse` rounds numbers and drops repeated keys. Any input returns a value or
 * throws; the key `__proto__` is refused (promise S-12).
 * @param maxDepth - how deep arrays and objects may be nested
 * @throws what `make.error` returns, if the text is not JSON
 */
export function parseJson<N, O>(text: string, make: JsonMakers<N, O>, maxDepth: number): Json<N, O> {
  return new JsonParser(text, make, maxDepth).parseDocument();
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

class JsonParser<N, O> {
  readonly #text: string;
  readonly #make: JsonMakers<N, O>;
  readonly #maxDepth: number;
  #offset = 0;

  constructor(text: string, make: JsonMakers<N, O>, maxDepth: number) {
    this.#text = text;
    this.#make = make;
    this.#maxDepth = maxDepth;
  }

  parseDocument(): Json<N, O> {
    const value = this.#parseValue(0);
    if (this.#peek() !== undefined) throw this.#fault("nothing more is allowed here");
    return value;
  }

  #parseValue(depth: number): Json<N, O> {
    if (depth > this.#maxDepth) throw this.#fault(`it is nested more than ${this.#maxDepth} deep`);
    switch (this.#peek()) {
      case "{":
        return this.#parseObject(depth);
      case "[":
        return this.#parseArray(depth);
      case '"':
        return this.#parseString();
      default: {
        const word = this.#match(WORD);
        return word === "" ? this.#parseNumber() : word === "null" ? null : word === "true";
      }
    }
  }

  #parseObject(depth: number): O {
    const fields: (readonly [string, Json<N, O>])[] = [];
    this.#offset += 1;
    if (this.#skip("}")) return this.#make.object(fields);
    do {
      if (this.#peek() !== '"') throw this.#fault("a key in quotes is required");
      const key = this.#parseString();
      // An own property would be harmless here, but copying the object could set a prototype.
      if (key === "__proto__") throw this.#fault("the key __proto__ is not allowed");
      if (!this.#skip(":")) throw this.#fault("a colon is required");
      fields.push([key, this.#parseValue(depth + 1)]);
    } while (this.#skip(","));
    if (!this.#skip("}")) throw this.#fault("a comma or a closing brace is required");
    return this.#make.object(fields);
  }

  #parseArray(depth: number): Json<N, O>[] {
    const items: Json<N, O>[] = [];
    this.#offset += 1;
    if (this.#skip("]")) return items;
    do items.push(this.#parseValue(depth + 1));
    while (this.#skip(","));
    if (!this.#skip("]")) throw this.#fault("a comma or a closing bracket is required");
    return items;
  }

  #parseString(): string {
    // Most strings end at the first quote and contain no escape.
    const quote = this.#text.indexOf('"', this.#offset + 1);
    const plain = this.#text.slice(this.#offset + 1, quote);
    if (quote !== -1 && !/[\\\0-\x1f]/.test(plain)) {
      this.#offset = quote + 1;
      return plain;
    }
    let end = this.#offset + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    try {
      // The platform knows the escapes, and refuses everything that is not a JSON string.
      const value = JSON.parse(this.#text.slice(this.#offset, end + 1)) as string;
      this.#offset = end + 1;
      return value;
    } catch {
      throw this.#fault("this string is malformed");
    }
  }

  #parseNumber(): N {
    const start = this.#offset;
    const text = this.#match(NUMBER);
    const value = text === "" ? undefined : this.#make.number(text);
    if (value !== undefined) return value;
    this.#offset = start;
    throw this.#fault("a value is required");
  }

  /** Moves past white space. Returns the next character; undefined at the end. */
  #peek(): string | undefined {
    this.#match(SPACE);
    return this.#text[this.#offset];
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#offset += 1;
    return true;
  }

  /** Consumes the match of a sticky pattern; no match returns the empty string. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const text = pattern.exec(this.#text)?.[0] ?? "";
    this.#offset += text.length;
    return text;
  }

  #fault(problem: string): Error {
    return this.#make.error(this.#offset, problem);
  }
}

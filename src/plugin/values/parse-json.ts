import { isUtf8 } from "node:buffer";
import { MAX_DEPTH } from "./max-depth";
import { TfNumber } from "./tf-number";
import { ValueError } from "./value-error";

/** Parsed JSON. Objects have no prototype; numbers keep every digit. */
export type JsonValue =
  | null
  | boolean
  | string
  | TfNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Reads JSON (RFC 8259) without losing a digit of a number, which `JSON.parse` does. Of equal keys the last
 * wins. Total and bounded: any input gives a value or the error.
 * @param input - text, or its UTF-8 bytes; nested at most {@link MAX_DEPTH} deep
 * @throws ValueError with an empty path and the offset of the fault; also for the key `__proto__`
 */
export function parseJson(input: string | Uint8Array): JsonValue {
  const parser = new JsonParser(typeof input === "string" ? input : decodeUtf8(input));
  return parser.parseDocument();
}

const WORDS = { t: ["true", true], f: ["false", false], n: ["null", null] } as const;

const WHITE_SPACE = " \t\r\n";

class JsonParser {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parseDocument(): JsonValue {
    const value = this.#parseValue(0);
    if (this.#peek() !== undefined) throw this.#fault("nothing more is allowed here");
    return value;
  }

  #parseValue(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw this.#fault(`it is nested more than ${MAX_DEPTH} deep`);
    const next = this.#peek();
    switch (next) {
      case "{":
        return this.#parseObject(depth);
      case "[":
        return this.#parseArray(depth);
      case '"':
        return this.#parseString();
      case "t":
      case "f":
      case "n": {
        const [word, value] = WORDS[next];
        if (!this.#text.startsWith(word, this.#offset)) throw this.#fault("a value is required");
        this.#offset += word.length;
        return value;
      }
      default:
        return this.#parseNumber();
    }
  }

  #parseObject(depth: number): JsonValue {
    const object = Object.create(null) as Record<string, JsonValue>;
    this.#offset += 1;
    if (this.#skip("}")) return object;
    do {
      if (this.#peek() !== '"') throw this.#fault("a key in quotes is required");
      const key = this.#parseString();
      // An own property would be harmless here, but whoever copies the object would set a prototype.
      if (key === "__proto__") throw this.#fault("the key __proto__ is not allowed");
      if (!this.#skip(":")) throw this.#fault("a colon is required");
      object[key] = this.#parseValue(depth + 1);
    } while (this.#skip(","));
    if (!this.#skip("}")) throw this.#fault("a comma or a closing brace is required");
    return object;
  }

  #parseArray(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#offset += 1;
    if (this.#skip("]")) return items;
    do items.push(this.#parseValue(depth + 1));
    while (this.#skip(","));
    if (!this.#skip("]")) throw this.#fault("a comma or a closing bracket is required");
    return items;
  }

  #parseString(): string {
    // Most strings end at the first quote and hold no escape.
    const quote = this.#text.indexOf('"', this.#offset + 1);
    const plain = this.#text.slice(this.#offset + 1, quote);
    if (quote !== -1 && !/[\\\0-\x1f]/.test(plain)) {
      this.#offset = quote + 1;
      return plain;
    }
    let end = this.#offset + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    try {
      // The platform knows the escapes; whatever is no JSON string, an unclosed one included, it refuses.
      const value = JSON.parse(this.#text.slice(this.#offset, end + 1)) as string;
      this.#offset = end + 1;
      return value;
    } catch {
      throw this.#fault("this string is malformed");
    }
  }

  #parseNumber(): TfNumber {
    const pattern = /-?[0-9][0-9.eE+-]*/y;
    pattern.lastIndex = this.#offset;
    const text = pattern.exec(this.#text)?.[0];
    const value = text === undefined ? undefined : TfNumber.tryParse(text);
    if (text === undefined || value === undefined) throw this.#fault("a value is required");
    this.#offset += text.length;
    return value;
  }

  /** Answers the next character that is no white space and moves there; undefined at the end. */
  #peek(): string | undefined {
    for (;;) {
      const character = this.#text[this.#offset];
      if (character === undefined || !WHITE_SPACE.includes(character)) return character;
      this.#offset += 1;
    }
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#offset += 1;
    return true;
  }

  #fault(problem: string): ValueError {
    return new ValueError([], `The JSON text is malformed at offset ${this.#offset}: ${problem}.`);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ValueError([], "The JSON text is not valid UTF-8.");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

import type { ExpressionError } from "../expression-error";
import { invalid } from "../expression-error";
import { HclNumber } from "../values/hcl-number";
import type { JsonNode } from "./json-node";
import { JsonList, JsonObject } from "./json-node";

/** How deep lists and objects may be nested. */
const MAX_DEPTH = 100;

/**
 * Reads JSON (RFC 8259) as it is written. Total and bounded: any text gives a value or the error.
 * @throws ExpressionError `invalid` naming the place
 */
export function parseJson(text: string): JsonNode {
  return new JsonReader(text).readDocument();
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\]+|\\[\s\S])*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): JsonNode {
    const value = this.#read(0);
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw this.#fault("nothing more is allowed");
    return value;
  }

  #read(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw this.#fault(`it is nested deeper than ${MAX_DEPTH} levels`);
    if (this.#take("{")) return this.#readObject(depth);
    if (this.#take("[")) return this.#readList(depth);
    const word = this.#match(WORD);
    if (word !== undefined) return word === "null" ? null : word === "true";
    const text = this.#match(STRING);
    if (text !== undefined) return this.#unescape(text);
    const digits = this.#match(NUMBER);
    const number = digits === undefined ? undefined : HclNumber.tryParse(digits);
    if (number === undefined) throw this.#fault("a value is required");
    return number;
  }

  #readObject(depth: number): JsonObject {
    const fields: [string, JsonNode][] = [];
    if (this.#take("}")) return new JsonObject(fields);
    do {
      this.#match(SPACE);
      const key = this.#match(STRING);
      if (key === undefined) throw this.#fault("a key in quotes is required");
      if (!this.#take(":")) throw this.#fault("a colon is required");
      fields.push([this.#unescape(key), this.#read(depth + 1)]);
    } while (this.#take(","));
    if (!this.#take("}")) throw this.#fault("a comma or a closing brace is required");
    return new JsonObject(fields);
  }

  #readList(depth: number): JsonList {
    const items: JsonNode[] = [];
    if (this.#take("]")) return new JsonList(items);
    do items.push(this.#read(depth + 1));
    while (this.#take(","));
    if (!this.#take("]")) throw this.#fault("a comma or a closing bracket is required");
    return new JsonList(items);
  }

  #unescape(text: string): string {
    try {
      // Half a character becomes what Go makes of it.
      return (JSON.parse(text) as string).replace(/\p{Surrogate}/gu, "\ufffd");
    } catch {
      throw this.#fault("a string is malformed");
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0];
    this.#at += text?.length ?? 0;
    return text;
  }

  #take(character: string): boolean {
    this.#match(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #fault(problem: string): ExpressionError {
    const before = this.#text.slice(0, this.#at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return invalid(`it is no JSON: ${problem} at line ${before.length}, character ${column}`);
  }
}

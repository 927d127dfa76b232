import { parseJson } from "../text/parse-json";
import { quote } from "../text/quote";
import { UnreadError } from "./unread-error";
import type { Value } from "./values";
import { tryReadNumber } from "./values";

/** JSON. Objects are maps, so that no name reaches a prototype (promise S-12); inexact numbers are NaN. */
export type JsonNode = null | boolean | number | string | readonly JsonNode[] | JsonObject;

export type JsonObject = ReadonlyMap<string, JsonNode>;

/** Key of comments in Terraform's JSON. */
export const COMMENT = "//";

const MAX_DEPTH = 100;

/**
 * Parses JSON. A key that is set twice is refused, as Terraform refuses it; comments may be repeated.
 * @throws UnreadError with line and column
 */
export function readJson(text: string): JsonNode {
  const error = (offset: number, problem: string): Error => {
    const before = text.slice(0, offset).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return new UnreadError(`it is not valid JSON: ${problem}, at line ${before.length}, column ${column}`);
  };
  return parseJson<number, JsonObject>(text, { number: tryReadNumber, object: toObject, error }, MAX_DEPTH);
}

function toObject(fields: readonly (readonly [string, JsonNode])[]): JsonObject {
  const map = new Map<string, JsonNode>();
  for (const [key, value] of fields) {
    if (map.has(key) && key !== COMMENT)
      throw new UnreadError(`the key ${quote(key)} is set twice in one object`);
    map.set(key, value);
  }
  return map;
}

export const isJsonList = (node: JsonNode | undefined): node is readonly JsonNode[] => Array.isArray(node);
export const isObject = (node: JsonNode | undefined): node is JsonObject => node instanceof Map;

/** Lists the objects of a node that is an object, or a list of them. */
export function listObjects(node: JsonNode | undefined): readonly JsonObject[] {
  return (isJsonList(node) ? node : [node]).filter(isObject);
}

/** Tells whether an argument that takes no expression is this bool. Terraform converts strings there: `"true"`. */
export function isBool(node: JsonNode | undefined, bool: boolean): boolean {
  return node === bool || node === String(bool) || node === String(Number(bool));
}

/** Returns a value in which strings mean themselves, as Terraform reads defaults and `.tfvars.json`. */
export function toLiteral(node: JsonNode): Value {
  if (typeof node === "string") return toTfString(node);
  if (isObject(node)) return new Map([...node].map(([key, field]) => [toTfString(key), toLiteral(field)]));
  return isJsonList(node) ? node.map(toLiteral) : node;
}

/** Returns a string as Terraform holds it: in normal form, and without half characters. */
export function toTfString(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd").normalize("NFC");
}

import { tryReadNumber } from "./decimal";
import { normalizeText } from "./normalize-text";
import { parseJson } from "./parse-json";
import { quote } from "./quote";

/** JSON. Objects are maps, so that no key can change a prototype. Numbers that would lose digits are NaN. */
export type JsonNode = null | boolean | number | string | readonly JsonNode[] | JsonObject;

export type JsonObject = ReadonlyMap<string, JsonNode>;

/** The key of a comment in Terraform's JSON. */
export const COMMENT = "//";

const MAX_DEPTH = 100;

/** Parses JSON as Terraform does: only comment keys may repeat. `reason` is a clause without a full stop. */
export function parseTerraformJson(text: string, makeError: (reason: string) => Error): JsonNode {
  const error = (offset: number, problem: string): Error => {
    const lines = text.slice(0, offset).split("\n");
    const column = offset - text.slice(0, offset).lastIndexOf("\n");
    return makeError(`it is not valid JSON: ${problem}, at line ${lines.length}, column ${column}`);
  };
  const object = (fields: readonly (readonly [string, JsonNode])[]): JsonObject => {
    const map = new Map<string, JsonNode>();
    for (const [key, value] of fields) {
      if (map.has(key) && key !== COMMENT)
        throw makeError(`the key ${quote(key)} is set twice in one object`);
      map.set(key, value);
    }
    return map;
  };
  return parseJson<number, JsonObject>(text, { number: tryReadNumber, object, error }, MAX_DEPTH);
}

/** Like {@link parseTerraformJson}, but ignores the byte order mark that Windows editors write into files. */
export function parseTerraformFile(text: string, makeError: (reason: string) => Error): JsonNode {
  return parseTerraformJson(text.replace(/^\ufeff/, ""), makeError);
}

export const isJsonList = (node: JsonNode | undefined): node is readonly JsonNode[] => Array.isArray(node);
export const isJsonObject = (node: JsonNode | undefined): node is JsonObject => node instanceof Map;

/** Returns the objects of a node, which is one object or a list of objects. */
export function listObjects(node: JsonNode | undefined): readonly JsonObject[] {
  return (isJsonList(node) ? node : [node]).filter(isJsonObject);
}

/** Tells whether a literal argument equals `bool`. As in Terraform, `"true"` and `"1"` also equal true. */
// eslint-disable-next-line no-restricted-syntax -- The flag is the value to compare with.
export function isBool(node: JsonNode | undefined, bool: boolean): boolean {
  return node === bool || node === String(bool) || node === String(Number(bool));
}

/** Normalizes a node's strings as Terraform does. For text without templates, such as `.tfvars.json`. */
export function toLiteral(node: JsonNode): JsonNode {
  if (typeof node === "string") return normalizeText(node);
  if (isJsonObject(node))
    return new Map([...node].map(([key, field]) => [normalizeText(key), toLiteral(field)]));
  return isJsonList(node) ? node.map(toLiteral) : node;
}

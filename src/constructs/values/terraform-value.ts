import { MAX_ADDITIONAL_DEPTH } from "../../queue/additional-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { escapeLiteral, splitTemplate, unescapeLiteral } from "../../text/terraform-template";
import { type IResolvable, Token, Tokenization } from "../cdk";

const UNKNOWN = "unknown";

/** Tells whether only Terraform knows a value: a token, or a string that contains a token or expression. */
export function isUnresolved(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  if (typeof value !== "string") return false;
  return splitTemplate(replaceNumberTokens(value)).some(({ kind }) => kind === "expression");
}

/** Returns a prop's value for the synthesized file. Omits undefined fields, and values nested too deeply. */
export function toAttributeValue(value: unknown): unknown {
  const mapLeaf = (leaf: unknown): unknown => {
    if (typeof leaf === "string") return replaceNumberTokens(leaf);
    return isNested(leaf) ? undefined : leaf;
  };
  return mapNested(value, mapLeaf, escapeLiteral);
}

/** Returns a value as Terraform evaluates it, without escapes in strings. Unknown values become "unknown". */
export function toMeaning(value: unknown): unknown {
  return mapNested(value, (leaf) => {
    if (isUnresolved(leaf)) return UNKNOWN;
    return typeof leaf === "string" ? unescapeLiteral(leaf) : leaf;
  });
}

/** Replaces number tokens in a string with string tokens. The CDK cannot read a number token after a dash. */
export function replaceNumberTokens(text: string): string {
  return text.replace(/-\d+(?:\.\d+)?e\+\d+/g, (digits) => {
    const token = Tokenization.reverseNumber(Number(digits));
    return token === undefined ? digits : Token.asString(token);
  });
}

/** Makes a token whose value is read at synth. `write` converts the value after its tokens are resolved. */
export function resolveLater(
  read: () => unknown,
  write: (value: unknown) => unknown = (value) => value,
): IResolvable {
  const token: IResolvable = {
    creationStack: [],
    resolve: (context) => write(context.resolve(read()) as unknown),
    toString: () => Token.asString(token),
  };
  return token;
}

/** Maximum depth in props: two levels more than in an additional setting. Deeper values are invalid. */
export const MAX_DEPTH = MAX_ADDITIONAL_DEPTH + 2;

/** Tells whether a value is a list or a plain object, and not a token. */
export function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Token.isUnresolved(value)) return false;
  return Array.isArray(value) || isPlainObject(value);
}

/** Returns the elements of a list, or the values of a plain object. Any other value has no elements. */
export function listElements(value: unknown): unknown[] {
  return isNested(value) ? Object.values(value) : [];
}

/** Copies a value, and maps its leaves. A value nested too deeply is a leaf. Omits undefined fields. */
export function mapNested(
  value: unknown,
  mapLeaf: (leaf: unknown) => unknown,
  mapKey: (key: string) => string = (key) => key,
  depth = 0,
): unknown {
  if (!isNested(value) || depth > MAX_DEPTH) return mapLeaf(value);
  const map = (element: unknown): unknown => mapNested(element, mapLeaf, mapKey, depth + 1);
  if (Array.isArray(value)) return value.map(map);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [mapKey(key), map(field)]));
}

/** Copies the lists and plain objects in a value, but not tokens and constructs. */
export function copyNested<T>(value: T): T {
  return mapNested(value, (leaf) => leaf) as T;
}

/** Tells whether a test holds for a value, or for a value nested in it. */
export function someNested(value: unknown, test: (value: unknown) => boolean, depth = 0): boolean {
  if (test(value)) return true;
  return depth <= MAX_DEPTH && listElements(value).some((element) => someNested(element, test, depth + 1));
}

/** Makes an object from entries. Leaves out entries whose value is undefined. */
export function fromDefined(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries([...entries].filter(([, value]) => value !== undefined));
}

import { escapeLiteral, splitTemplate, unescapeLiteral } from "../../text/terraform-template";
import { type IResolvable, Token, Tokenization } from "../cdk";
import { isNested, mapNested } from "./nested-value";

/** Replaces an unknown value in checks: every setting accepts some text. */
const UNKNOWN = "unknown";

/**
 * Tells whether only Terraform knows a value: a token of the CDK, or a string that contains an expression or a token.
 * Does not look into lists and objects.
 */
export function isUnresolved(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  if (typeof value !== "string") return false;
  return splitTemplate(replaceNumberTokens(value)).some(({ kind }) => kind === "expression");
}

/**
 * Returns a prop's value as the synthesized file contains it. Strings are Terraform strings at any depth; keys are
 * data and are escaped. Leaves out undefined fields, and values nested so deep that validation refuses them.
 */
export function toAttributeValue(value: unknown): unknown {
  return mapNested(
    value,
    (leaf) => {
      if (typeof leaf === "string") return replaceNumberTokens(leaf);
      return isNested(leaf) ? undefined : leaf;
    },
    escapeLiteral,
  );
}

/** Returns what a value means to Terraform: strings without their escapes, and "unknown" for each unknown value. */
export function toMeaning(value: unknown): unknown {
  return mapNested(value, (leaf) => {
    if (isUnresolved(leaf)) return UNKNOWN;
    return typeof leaf === "string" ? unescapeLiteral(leaf) : leaf;
  });
}

/**
 * Rewrites number tokens within a string (`` `release-${variable.numberValue}` ``) as string tokens. The CDK itself
 * reads a dash before such a number as its sign and leaves the number as it is.
 */
export function replaceNumberTokens(text: string): string {
  return text.replace(/-\d+(?:\.\d+)?e\+\d+/g, (digits) => {
    const token = Tokenization.reverseNumber(Number(digits));
    return token === undefined ? digits : Token.asString(token);
  });
}

/** A value that is read when the stack is synthesized, and written after its tokens are resolved. */
export class ResolvedValue implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #read: () => unknown;
  readonly #write: (value: unknown) => unknown;

  /**
   * @param read - returns the value, with tokens at any depth
   * @param write - returns what the file contains for a value without tokens. Default: the value itself
   */
  constructor(read: () => unknown, write: (value: unknown) => unknown = (value) => value) {
    this.#read = read;
    this.#write = write;
  }

  resolve(context: Parameters<IResolvable["resolve"]>[0]): unknown {
    return this.#write(context.resolve(this.#read()) as unknown);
  }

  toString(): string {
    return Token.asString(this);
  }
}

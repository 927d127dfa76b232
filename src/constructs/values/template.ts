import { splitTemplate } from "../../text/terraform-template";
import { Token, Tokenization } from "../cdk";

/**
 * Tells whether a value is known only to Terraform: a token of the CDK, or a string with an expression in it.
 * Does not look into lists and objects.
 */
export function isUnresolved(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  return typeof value === "string" && splitTemplate(value).some((part) => part.kind === "expression");
}

/**
 * Rewrites numbers that stand for tokens within a string (`` `release-${variable.numberValue}` ``) as string
 * tokens. The CDK itself takes a dash before such a number for a part of it and then leaves it as it is.
 */
export function replaceNumberTokens(text: string): string {
  return text.replace(/-\d+(?:\.\d+)?e\+\d+/g, (digits) => {
    const token = Tokenization.reverseNumber(Number(digits));
    return token === undefined ? digits : Token.asString(token);
  });
}

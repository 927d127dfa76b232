import { escapeHclText } from "../../text/escape-hcl-text";
import type { IResolvable } from "../cdk";
import { Token } from "../cdk";

/** The part of the CDK's context that is needed here. */
type ResolveContext = Parameters<IResolvable["resolve"]>[0];

/**
 * A nested value in HCL: once its tokens are resolved, one expression on one line, `${{ "a" = ["b"] }}`. The CDK's
 * own output of nested values escapes neither keys nor texts.
 */
export class HclExpression implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #value: unknown;

  /** @param value - lists and objects of Terraform strings, numbers, booleans and nulls; tokens at any depth */
  constructor(value: unknown) {
    this.#value = value;
  }

  resolve(context: ResolveContext): string {
    return `\${${writeExpression(context.resolve(this.#value) as unknown)}}`;
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** Writes a value as an HCL expression; texts and keys are Terraform strings, and there are no tokens in it. */
export function writeExpression(value: unknown): string {
  if (typeof value === "string") return `"${escapeHclText(value)}"`;
  if (Array.isArray(value)) return `[${value.map(writeExpression).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([key, field]) => `"${escapeHclText(key)}" = ${writeExpression(field)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

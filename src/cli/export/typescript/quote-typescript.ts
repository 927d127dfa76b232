import { breakLogCommandsInLiteral } from "../../../text/break-log-commands";
import { escapeUnsafe } from "../../../text/escape-unsafe";
import { escapeLiteral } from "../../../text/terraform-template";

/**
 * Writes a string literal that neither Terraform nor the CDK evaluates: expressions are escaped, and what looks like a
 * token of the CDK is broken up by an expression for a part of it.
 */
export function quoteTerraformText(text: string): string {
  const literal = escapeLiteral(text)
    .replaceAll("TfToken[", `Tf\${"Token"}[`)
    .replace(/(\d)e\+(?=289)/g, (_marks, digit: string) => `${digit}e\${"+"}`);
  return quoteTypeScript(literal);
}

/** Writes a literal of TypeScript in the quotes that need fewer escapes, as formatters do. */
export function quoteTypeScript(text: string): string {
  const quoted = breakLogCommandsInLiteral(escapeUnsafe(JSON.stringify(text)));
  if (count(text, '"') <= count(text, "'")) return quoted;
  const inner = quoted.slice(1, -1).replace(/\\(.)|'/gs, (mark, escaped?: string) => {
    if (escaped === undefined) return "\\'";
    return escaped === '"' ? '"' : mark;
  });
  return `'${inner}'`;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}

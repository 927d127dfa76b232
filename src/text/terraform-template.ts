/** Part of a Terraform string, as written: text, or an expression from `${` or `%{` to its closing brace. */
export type TemplatePart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "expression"; readonly text: string; readonly isClosed: boolean };

/** Splits a string into literals, to which `$${` belongs, and expressions. The last one may be unclosed. */
export function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    if (/^(?:\$\$|%%)\{/.test(text.slice(at, at + 3))) {
      at += 3;
    } else if (/^[$%]\{/.test(text.slice(at, at + 2))) {
      if (at > start) parts.push({ kind: "literal", text: text.slice(start, at) });
      start = at;
      at = findExpressionEnd(text, at + 2);
      parts.push({ kind: "expression", text: text.slice(start, at), isClosed: at <= text.length });
      start = at;
    } else {
      at += 1;
    }
  }
  if (start < text.length) parts.push({ kind: "literal", text: text.slice(start) });
  return parts;
}

/** Escapes text that Terraform should read literally: `${` → `$${`, `%{` → `%%{`. */
export function escapeLiteral(text: string): string {
  return text.replace(/(?<!\$)\$+(?=\{)|(?<!%)%+(?=\{)/g, (marks) => marks + marks.slice(-1));
}

/** Returns the meaning of a literal: `$${` → `${`, `%%{` → `%{`. */
export function unescapeLiteral(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}

/** Returns the index after the closing brace. If there is no such brace, returns an index beyond the end. */
function findExpressionEnd(text: string, start: number): number {
  // Open braces and quotation marks, outermost first. A list, so that nesting cannot exhaust the stack.
  const open = ["{"];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (open.at(-1) === '"') {
      if (character === "\\") at += 1;
      else if (character === '"') open.pop();
      else if (/^(?:\$\$|%%)\{/.test(text.slice(at, at + 3))) at += 2;
      else if (/^[$%]\{/.test(text.slice(at, at + 2))) {
        open.push("{");
        at += 1;
      }
    } else if (character === "{" || character === '"') open.push(character);
    else if (character === "}") {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return text.length + 1;
}

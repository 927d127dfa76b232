import { splitTemplate } from "./terraform-template";

/** In the literal parts of a quoted HCL string, escapes line breaks, quotes and backslashes. */
export function escapeHclText(text: string): string {
  return splitTemplate(text)
    .map((part) => (part.kind === "expression" ? part.text : escapeCharacters(part.text)))
    .join("");
}

function escapeCharacters(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\[\\bf]/g, (escape) => ESCAPES[escape] ?? escape);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\b": "\\u0008", "\\f": "\\u000c" };

import { splitTemplate } from "./terraform-template";

/**
 * Escapes a Terraform string for between quotes in HCL: line breaks, quotes and backslashes of what is literal;
 * expressions stay as they are.
 */
export function escapeHclText(text: string): string {
  return splitTemplate(text)
    .map((part) => (part.kind === "expression" ? part.text : escapeCharacters(part.text)))
    .join("");
}

/** HCL knows the escapes of JSON but two. */
function escapeCharacters(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\[\\bf]/g, (escape) => ESCAPES.get(escape) ?? escape);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\b", "\\u0008"],
  ["\\f", "\\u000c"],
]);

import type { Excerpt, ExcerptToken } from "@microsoft/api-extractor-model";
import { ExcerptTokenKind } from "@microsoft/api-extractor-model";
import type { ApiLinks } from "./api-links";

/** Longest line of a signature; a longer one is broken between its parts. */
const MAX_LINE = 100;

/**
 * Prints a type for a cell of a table: as one line of HTML, because Markdown has no links inside of code.
 * @param isOptional - whether what has the type may be left out; that it may then be undefined goes without saying
 */
export function printType(excerpt: Excerpt, links: ApiLinks, isOptional = false): string {
  const html = excerpt.spannedTokens.map((token) => printToken(token, links)).join("");
  const line = html.replaceAll(/\s+/g, " ").trim();
  const shown = isOptional ? line.replace(/ &#124; undefined$/, "") : line;
  return `<code>${shown}</code>`;
}

/** Prints a declaration as it stands in the type declarations. */
export function printSignature(excerpt: Excerpt): string {
  const text = excerpt.text
    .replace(/^export (?:declare )?/, "")
    .replaceAll(/ +$/gm, "")
    .replaceAll("    ", "  ")
    .trim();
  return ["```ts", ...text.split("\n").flatMap(breakLine), "```"].join("\n");
}

/** Lists the declarations of the page that an excerpt refers to, each once, in their order. */
export function listReferences(excerpt: Excerpt, links: ApiLinks): string[] {
  const names = excerpt.tokens.filter(isReference).map(({ text }) => text);
  return [...new Set(names)].filter((name) => links.has(name));
}

/** Prints a list of links to declarations or members: `[A](#a), [B](#b)`. */
export function printReferences(paths: readonly string[], links: ApiLinks): string {
  return paths.map((path) => `[\`${path.split(".").at(-1) ?? path}\`](${links.get(path) ?? ""})`).join(", ");
}

function printToken(token: ExcerptToken, links: ApiLinks): string {
  const text = escapeHtml(token.text);
  const link = isReference(token) ? links.get(token.text) : undefined;
  return link === undefined ? text : `<a href="${link}">${text}</a>`;
}

function isReference(token: ExcerptToken): boolean {
  return token.kind === ExcerptTokenKind.Reference;
}

/** Also what Markdown would read in a cell of a table. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>|*_`[\]]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function breakLine(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let rest = line;
  while (rest.length > MAX_LINE) {
    const end = Math.max(rest.lastIndexOf(", ", MAX_LINE) + 1, rest.lastIndexOf(" | ", MAX_LINE));
    if (end <= indent.length) break;
    lines.push(rest.slice(0, end));
    rest = `${indent}  ${rest.slice(end + 1)}`;
    if (lines.length > line.length) break;
  }
  return [...lines, rest];
}

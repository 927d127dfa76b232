import type { DocComment, DocNode } from "@microsoft/tsdoc";
import {
  DocBlockTag,
  DocCodeSpan,
  DocErrorText,
  DocEscapedText,
  DocExcerpt,
  DocFencedCode,
  DocLinkTag,
  DocParagraph,
  DocPlainText,
  DocSection,
  DocSoftBreak,
} from "@microsoft/tsdoc";
import type { ApiLinks } from "./api-links";

/**
 * Prints a part of a TSDoc comment as Markdown. What it links to, and what it names as code, leads to where the page
 * documents it.
 */
export function printDoc(node: DocNode, links: ApiLinks): string {
  return joinParagraphs(printNode(node, links));
}

/** Prints the blocks of a comment that have a tag, `@throws` for example, in their order. */
export function printBlocks(comment: DocComment, tag: string, links: ApiLinks): string[] {
  return comment.customBlocks
    .filter(({ blockTag }) => blockTag.tagName === tag)
    .map(({ content }) => printDoc(content, links));
}

function printNode(node: DocNode, links: ApiLinks): string {
  if (node instanceof DocExcerpt) return "";
  if (node instanceof DocParagraph) return `${printChildren(node, links)}\n\n`;
  if (node instanceof DocSection) return printChildren(node, links);
  if (node instanceof DocSoftBreak) return "\n";
  if (node instanceof DocPlainText) return node.text.replaceAll(/[<>]/g, String.raw`\$&`);
  if (node instanceof DocEscapedText) return node.encodedText;
  if (node instanceof DocErrorText) return node.text;
  if (node instanceof DocCodeSpan) return printCode(node.code, links);
  if (node instanceof DocFencedCode) {
    return `\n\n\`\`\`${node.language}\n${node.code.trimEnd()}\n\`\`\`\n\n`;
  }
  if (node instanceof DocLinkTag) return printLink(node, links);
  if (node instanceof DocBlockTag) return printUnknownTag(node);
  throw new Error(`The pages of the API cannot show ${node.kind}.`);
}

function printChildren(node: DocNode, links: ApiLinks): string {
  return node
    .getChildNodes()
    .map((child) => printNode(child, links))
    .join("");
}

/** TSDoc's parser knows no `@default`, the CDK's word for `@defaultValue`, and leaves it in the text. */
function printUnknownTag({ tagName }: DocBlockTag): string {
  if (tagName !== "@default") throw new Error(`The pages of the API do not know the tag ${tagName}.`);
  return `\n\n${tagName}`;
}

function printCode(code: string, links: ApiLinks): string {
  const link = links.get(code);
  return link === undefined ? `\`${code}\`` : `[\`${code}\`](${link})`;
}

function printLink(tag: DocLinkTag, links: ApiLinks): string {
  if (tag.urlDestination !== undefined)
    return `[${tag.linkText ?? tag.urlDestination}](${tag.urlDestination})`;
  const references = tag.codeDestination?.memberReferences ?? [];
  const path = references.map(({ memberIdentifier }) => memberIdentifier?.identifier ?? "").join(".");
  const link = links.get(path);
  const text = tag.linkText ?? `\`${path}\``;
  return link === undefined ? text : `[${text}](${link})`;
}

/** Joins lines to paragraphs, code excepted, and says defaults in words. */
function joinParagraphs(text: string): string {
  const parts = text.split(/(^```[^]*?^```$)/m);
  const joined = parts.map((part, index) => (index % 2 === 1 ? part : joinLines(part)));
  return joined
    .filter((part) => part !== "")
    .join("\n\n")
    .trim();
}

function joinLines(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => sayDefault(paragraph.replaceAll(/\s+/g, " ").trim()))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** `@default - none` is a description, `@default true` is code. */
function sayDefault(paragraph: string): string {
  const value = /^@default(?: |$)(.*)$/.exec(paragraph)?.[1];
  if (value === undefined) return paragraph;
  return value.startsWith("- ") ? `Default: ${value.slice(2)}.` : `Default: \`${value}\`.`;
}

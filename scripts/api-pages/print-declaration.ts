import type { ApiItem } from "@microsoft/api-extractor-model";
import {
  ApiClass,
  ApiDeclaredItem,
  ApiDocumentedItem,
  ApiIndexSignature,
  ApiInterface,
  ApiOptionalMixin,
  ApiParameterListMixin,
  ApiProperty,
  ApiPropertyItem,
  ApiProtectedMixin,
  ApiStaticMixin,
} from "@microsoft/api-extractor-model";
import type { DocComment } from "@microsoft/tsdoc";
import type { ApiLinks } from "./api-links";
import { isMethod, listMembers, toHeading, toRowAnchor } from "./api-links";
import { printBlocks, printDoc } from "./print-comment";
import { listReferences, printReferences, printSignature, printType } from "./print-type";

/** What api-extractor writes above a constructor that has no comment. */
const NO_COMMENT = /^Constructs a new instance of the .* class$/;

/** Prints all about one declaration of an entry, and about what belongs to it. */
export function printDeclaration(declaration: ApiDeclaredItem, links: ApiLinks): string {
  const members = listMembers(declaration);
  const properties = members.filter((member) => !isMethod(member));
  return joinBlocks([
    `### ${declaration.displayName}`,
    ...printBody(declaration, links),
    properties.length === 0 ? "" : printTable(properties, links),
    printInherited(declaration, links),
    ...members.filter(isMethod).map((method) => printMethod(method, links)),
  ]);
}

/** Prints the first sentence of what a comment says; empty without one. */
export function printFirstSentence(item: ApiItem, links: ApiLinks): string {
  const comment = tryGetComment(item);
  const text = comment === undefined ? "" : printDoc(comment.summarySection, links);
  return (/^.*?[.:?](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/:$/, ".");
}

function printMethod(method: ApiItem, links: ApiLinks): string {
  if (!(method instanceof ApiDeclaredItem)) throw new Error(`${method.displayName} is not declared.`);
  return joinBlocks([`#### ${toHeading(method)}`, ...printBody(method, links)]);
}

/** Signature, description, parameters, result, errors, examples and the types that the signature names. */
function printBody(item: ApiDeclaredItem, links: ApiLinks): string[] {
  const comment = tryGetComment(item);
  const named = [item, item.parent, ...listBases(item)].map((known) => known?.displayName);
  const references = listReferences(item.excerpt, links).filter((name) => !named.includes(name));
  return [
    printSignature(item.excerpt),
    ...(comment === undefined ? [] : printDescription(item, comment, links)),
    references.length === 0 ? "" : `Types: ${printReferences(references, links)}.`,
  ];
}

function printDescription(item: ApiDeclaredItem, comment: DocComment, links: ApiLinks): string[] {
  const summary = printDoc(comment.summarySection, links);
  const returns = comment.returnsBlock === undefined ? "" : printDoc(comment.returnsBlock.content, links);
  return [
    NO_COMMENT.test(summary) ? "" : summary,
    comment.remarksBlock === undefined ? "" : printDoc(comment.remarksBlock.content, links),
    printParameters(item, comment, links),
    returns === "" ? "" : `Returns ${returns}.`,
    ...printBlocks(comment, "@throws", links).map((text) => `Throws ${linkError(text, links)}.`),
    ...printBlocks(comment, "@example", links),
  ];
}

/** The parameters that a comment describes, as a table. */
function printParameters(item: ApiDeclaredItem, comment: DocComment, links: ApiLinks): string {
  if (!ApiParameterListMixin.isBaseClassOf(item) || comment.params.count === 0) return "";
  const rows = item.parameters.map(({ name, parameterTypeExcerpt, isOptional, tsdocParamBlock }) => {
    const meaning = tsdocParamBlock === undefined ? "" : printDoc(tsdocParamBlock.content, links);
    return toRow([
      `\`${name}${isOptional ? "?" : ""}\``,
      printType(parameterTypeExcerpt, links, isOptional),
      toCell(meaning),
    ]);
  });
  return ["| parameter | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function printTable(members: readonly ApiItem[], links: ApiLinks): string {
  const rows = members.map((member) => {
    const comment = tryGetComment(member);
    const meaning = comment === undefined ? "" : printDoc(comment.summarySection, links);
    return toRow([
      `<a id="${toRowAnchor(member)}"></a>${printName(member)}`,
      printMemberType(member, links),
      toCell(meaning),
    ]);
  });
  return ["| property | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function printName(member: ApiItem): string {
  if (member instanceof ApiIndexSignature) return "any other";
  const isOptional = ApiOptionalMixin.isBaseClassOf(member) && member.isOptional;
  const isStatic = ApiStaticMixin.isBaseClassOf(member) && member.isStatic;
  const isProtected = ApiProtectedMixin.isBaseClassOf(member) && member.isProtected;
  return `${isProtected ? "protected " : ""}${isStatic ? "static " : ""}\`${member.displayName}${isOptional ? "?" : ""}\``;
}

function printMemberType(member: ApiItem, links: ApiLinks): string {
  if (member instanceof ApiIndexSignature) return printType(member.returnTypeExcerpt, links);
  if (!(member instanceof ApiPropertyItem))
    throw new Error(`The pages of the API cannot show ${member.kind}.`);
  const type = member.propertyTypeExcerpt;
  const value = member instanceof ApiProperty ? member.initializerExcerpt : undefined;
  return printType(type.isEmpty && value !== undefined ? value : type, links, member.isOptional);
}

/** What a class or an interface has from others that the page documents. */
function printInherited(declaration: ApiItem, links: ApiLinks): string {
  const seen = new Set(declaration.members.map(({ displayName }) => displayName));
  const lines = listBases(declaration).map((base) => {
    const names = base.members.map(({ displayName }) => displayName).filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    const paths = names.map((name) => `${base.displayName}.${name}`).filter((path) => links.has(path));
    return `From ${printReferences([base.displayName], links)}: ${printReferences(paths, links)}.`;
  });
  return lines.join("\n\n");
}

function listBases(declaration: ApiItem): ApiItem[] {
  const names = listHeritage(declaration);
  const siblings = declaration.parent?.members ?? [];
  const bases = siblings.filter(
    ({ displayName, members }) => names.includes(displayName) && members.length > 0,
  );
  return bases.flatMap((base) => [base, ...listBases(base)]);
}

function listHeritage(declaration: ApiItem): string[] {
  if (declaration instanceof ApiInterface)
    return declaration.extendsTypes.map(({ excerpt }) => excerpt.text.trim());
  const base = declaration instanceof ApiClass ? declaration.extendsType : undefined;
  return base === undefined ? [] : [base.excerpt.text.trim()];
}

function tryGetComment(item: ApiItem): DocComment | undefined {
  return item instanceof ApiDocumentedItem ? item.tsdocComment : undefined;
}

/** Comments name the error's class without code, as TSDoc does not ask for it. */
function linkError(text: string, links: ApiLinks): string {
  const link = links.get("MergeQueueError");
  const name = link === undefined ? "`MergeQueueError`" : `[\`MergeQueueError\`](${link})`;
  return text.replace(/^MergeQueueError\b/, name);
}

function toCell(text: string): string {
  if (text.includes("```")) throw new Error(`A cell of a table cannot hold lines of code: ${text}`);
  return text.replaceAll("|", String.raw`\|`).replaceAll("\n\n", "<br>");
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

import type { ApiItem, ApiPackage } from "@microsoft/api-extractor-model";
import { ApiDeclaredItem, ApiItemKind } from "@microsoft/api-extractor-model";
import type { ApiLinks } from "./api-links";
import { findLinks } from "./api-links";
import type { ApiPage } from "./api-page";
import { printDeclaration, printFirstSentence } from "./print-declaration";

/** The parts of a page, in their order. */
const PARTS = [
  { heading: "Classes", kind: ApiItemKind.Class },
  { heading: "Functions", kind: ApiItemKind.Function },
  { heading: "Constants", kind: ApiItemKind.Variable },
  { heading: "Interfaces", kind: ApiItemKind.Interface },
  { heading: "Types", kind: ApiItemKind.TypeAlias },
] as const;

/**
 * Prints the page of an entry: what it exports, by kind and name.
 * @param model - api-extractor's model of the entry
 * @param others - where other pages document what this one does not
 * @throws Error if the entry exports what no part of the page is for
 */
export function printApiPage({ title, introduction }: ApiPage, model: ApiPackage, others: ApiLinks): string {
  const declarations = listDeclarations(model);
  const links = new Map([...others, ...findLinks(declarations)]);
  const parts = PARTS.map(({ heading, kind }) => ({
    heading,
    declarations: declarations.filter((declaration) => declaration.kind === kind),
  })).filter((part) => part.declarations.length > 0);
  const blocks = [
    `# ${title}`,
    "<!-- Made by `npm run generate` from the comments in the sources. -->",
    introduction,
    ...parts.map((part) => printContents(part.heading, part.declarations, links)),
    ...parts.flatMap((part) => [
      `## ${part.heading}`,
      ...part.declarations.map((declaration) => printDeclaration(declaration, links)),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/**
 * Lists what an entry exports.
 * @throws Error if no part of a page is for it
 */
export function listDeclarations(model: ApiPackage): ApiDeclaredItem[] {
  const members: readonly ApiItem[] = model.entryPoints.flatMap((entry) => entry.members);
  return members.map((member) => {
    if (!(member instanceof ApiDeclaredItem) || !PARTS.some(({ kind }) => kind === member.kind)) {
      throw new Error(
        `The pages of the API have no part for ${member.displayName}, which is a ${member.kind}.`,
      );
    }
    return member;
  });
}

function printContents(heading: string, declarations: readonly ApiItem[], links: ApiLinks): string {
  const rows = declarations.map((declaration) => {
    const name = declaration.displayName;
    const summary = printFirstSentence(declaration, links).replaceAll("|", String.raw`\|`);
    return `| [\`${name}\`](${links.get(name) ?? ""}) | ${summary} |`;
  });
  return [`| ${heading} | |`, "| --- | --- |", ...rows].join("\n");
}

import type { ApiItem } from "@microsoft/api-extractor-model";
import { ApiItemKind } from "@microsoft/api-extractor-model";

/**
 * Where what is documented: links by the paths of declarations, `MergeQueue` or `MergeQueue.isMergeQueue`. They follow
 * from names alone, so that a link holds for as long as the name does.
 */
export type ApiLinks = ReadonlyMap<string, string>;

/**
 * Finds the links to all declarations of a page, and to what belongs to them.
 * @param page - file of the page. Default: the one that links
 * @throws Error if two declarations had the same anchor
 */
export function findLinks(declarations: readonly ApiItem[], page = ""): ApiLinks {
  const anchors = new Map<string, string>();
  for (const declaration of declarations) {
    anchors.set(declaration.displayName, toHeadingAnchor(declaration.displayName));
    for (const member of listMembers(declaration)) {
      const path = toPath(member);
      const anchor = isMethod(member) ? toHeadingAnchor(toHeading(member)) : toRowAnchor(member);
      if (anchors.has(path)) throw new Error(`${path} is declared twice, and the pages know no overloads.`);
      anchors.set(path, anchor);
    }
  }
  const twice = [...anchors.values()].find((anchor, index, all) => all.indexOf(anchor) !== index);
  if (twice !== undefined) throw new Error(`Two declarations would have the anchor #${twice}.`);
  return new Map([...anchors].map(([path, anchor]) => [path, `${page}#${anchor}`]));
}

/** Lists the members that are for users: what is named by a symbol is for the package itself. */
export function listMembers(declaration: ApiItem): ApiItem[] {
  return declaration.members.filter(({ displayName }) => !displayName.startsWith("["));
}

/** Tells whether a member has a heading of its own; the others are rows of a table. */
export function isMethod(member: ApiItem): boolean {
  switch (member.kind) {
    case ApiItemKind.Constructor:
    case ApiItemKind.Method:
    case ApiItemKind.MethodSignature:
      return true;
    default:
      return false;
  }
}

/** Text of a method's heading. */
export function toHeading(method: ApiItem): string {
  const owner = method.parent?.displayName ?? "";
  return method.kind === ApiItemKind.Constructor ? `new ${owner}` : `${owner}.${method.displayName}`;
}

/** Anchor of a member that is a row of a table. */
export function toRowAnchor(member: ApiItem): string {
  const name = member.kind === ApiItemKind.IndexSignature ? "fields" : member.displayName;
  return `${member.parent?.displayName ?? ""}-${name}`.toLowerCase();
}

function toPath(member: ApiItem): string {
  return `${member.parent?.displayName ?? ""}.${member.displayName}`;
}

/** What GitHub makes of a heading: lower case, blanks as hyphens, and of the rest letters, digits, `-` and `_`. */
function toHeadingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

import type { Attribute, Attributes, Schema } from "../../src/plugin/schema";
import { describeAttributeType } from "./describe-type";

/** How a configuration uses an attribute, in the order of the page. */
const GROUPS: readonly { readonly title: string; readonly holds: (attribute: Attribute) => boolean }[] = [
  { title: "Required", holds: ({ required }) => required === true },
  { title: "Optional", holds: ({ optional }) => optional === true },
  { title: "Read-Only", holds: ({ required, optional }) => required !== true && optional !== true },
];

interface Nested {
  /** Names from the innermost to the outermost. */
  readonly path: readonly string[];
  readonly attributes: Attributes;
}

/**
 * Writes a schema as the registry's pages show it: required, optional and read-only attributes, then a
 * section for each attribute with nested attributes. Links use the headings of sections, because the pages
 * contain no HTML.
 */
export function renderSchema({ attributes }: Schema): string {
  const nested = listNested(attributes, []);
  return [
    "## Schema",
    ...renderGroups({ path: [], attributes }, (title) => `### ${title}`),
    ...nested.flatMap((inner) => [
      `### ${toHeading(inner.path)}`,
      ...renderGroups(inner, (title) => `${title}:`),
    ]),
  ].join("\n\n");
}

function renderGroups({ path, attributes }: Nested, toTitle: (title: string) => string): string[] {
  return GROUPS.flatMap(({ title, holds }) => {
    const members = Object.entries(attributes).filter(([, attribute]) => holds(attribute));
    if (members.length === 0) return [];
    return [toTitle(title), members.map(([name, attribute]) => renderItem(path, name, attribute)).join("\n")];
  });
}

function renderItem(path: readonly string[], name: string, attribute: Attribute): string {
  const below =
    "attributes" in attribute ? ` (see [below for nested schema](#${toAnchor([name, ...path])}))` : "";
  // A new paragraph would end the list.
  const description = attribute.description.replaceAll(/\s*\n\s*/gu, " ");
  return `- \`${name}\` (${describeAttributeType(attribute)}) ${description}${below}`;
}

function listNested(attributes: Attributes, path: readonly string[]): Nested[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!("attributes" in attribute)) return [];
    const inner = { path: [name, ...path], attributes: attribute.attributes };
    return [inner, ...listNested(inner.attributes, inner.path)];
  });
}

function toHeading(path: readonly string[]): string {
  return `Nested Schema for ${path.map((name) => `\`${name}\``).join(" in ")}`;
}

/** Returns the heading's anchor; every site makes the same of letters, digits and single spaces. */
function toAnchor(path: readonly string[]): string {
  return toHeading(path).toLowerCase().replaceAll("`", "").replaceAll(" ", "-");
}

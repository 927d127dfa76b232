import { listRegistryPageTexts } from "./registry-pages";

/** An attribute as users read of it. */
export interface ShownAttribute {
  /** Page below `docs`. */
  readonly file: string;
  /** Names from the outermost to its own. */
  readonly path: readonly string[];
  readonly group: "Required" | "Optional" | "Read-Only";
  readonly isSensitive: boolean;
  readonly description: string;
}

/** An attribute in what `terraform providers schema -json` prints. */
interface JsonAttribute {
  readonly description: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly sensitive?: boolean;
  readonly nested_type?: { readonly attributes: JsonAttributes };
}

interface JsonAttributes {
  readonly [name: string]: JsonAttribute;
}

interface JsonSchema {
  readonly block: { readonly attributes: JsonAttributes };
}

interface JsonProvider {
  readonly provider: JsonSchema;
  readonly resource_schemas: { readonly [type: string]: JsonSchema };
  readonly data_source_schemas: { readonly [type: string]: JsonSchema };
}

/** Answers the attributes of the only provider in the output of `terraform providers schema -json`. */
export function listSchemaAttributes(json: string): readonly ShownAttribute[] {
  const { provider_schemas: providers } = JSON.parse(json) as {
    readonly provider_schemas: { readonly [address: string]: JsonProvider };
  };
  const [provider] = Object.values(providers);
  if (provider === undefined) throw new Error("Terraform knows no provider.");
  return [
    ...listAttributes("index.md", provider.provider.block.attributes),
    ...listSchemas("resources", provider.resource_schemas),
    ...listSchemas("data-sources", provider.data_source_schemas),
  ];
}

function listSchemas(folder: string, schemas: { readonly [type: string]: JsonSchema }): ShownAttribute[] {
  return Object.entries(schemas).flatMap(([type, { block }]) =>
    listAttributes(`${folder}/${type.replace("mergequeue_", "")}.md`, block.attributes),
  );
}

function listAttributes(
  file: string,
  attributes: JsonAttributes,
  path: readonly string[] = [],
): ShownAttribute[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { description, required, optional, sensitive = false, nested_type: nested } = attribute;
    const group = required === true ? "Required" : optional === true ? "Optional" : "Read-Only";
    const own = [...path, name];
    return [
      { file, path: own, group, isSensitive: sensitive, description },
      ...(nested === undefined ? [] : listAttributes(file, nested.attributes, own)),
    ];
  });
}

/** Answers the attributes that the pages list below their headings `Schema`. */
export function listShownAttributes(): readonly ShownAttribute[] {
  return listRegistryPageTexts().flatMap(({ file, body }) => {
    const [, after] = body.split("\n## Schema\n");
    return after === undefined ? [] : readSections(file, after.split("\n## ")[0] ?? "");
  });
}

function readSections(file: string, text: string): ShownAttribute[] {
  const shown: ShownAttribute[] = [];
  let group: ShownAttribute["group"] = "Read-Only";
  let path: readonly string[] = [];
  for (const line of text.split("\n")) {
    const nested = /^### Nested Schema for (.+)$/u.exec(line)?.[1];
    const title = /^(?:### )?(Required|Optional|Read-Only):?$/u.exec(line)?.[1];
    const item = /^- `(\w+)` \(([^)]+)\) (.+?)(?: \(see \[below for nested schema\]\(#[^)]+\)\))?$/u.exec(
      line,
    );
    if (nested !== undefined) path = nested.replaceAll("`", "").split(" in ").reverse();
    if (title !== undefined) group = title as ShownAttribute["group"];
    if (item === null) continue;
    const [, name = "", type = "", description = ""] = item;
    shown.push({ file, path: [...path, name], group, isSensitive: type.includes("Sensitive"), description });
  }
  return shown;
}

import { listRegistryPageTexts } from "./registry-pages";

/** An attribute as users read of it. */
export interface ShownAttribute {
  /** Page below `docs`. */
  readonly file: string;
  /** Names from the outermost to its own. */
  readonly path: readonly string[];
  readonly group: "Required" | "Optional" | "Read-Only";
  /** Type in words, and whether it is sensitive: `String, Sensitive`. */
  readonly type: string;
  readonly description: string;
}

/** A function as users read of it. */
export interface ShownFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/** An attribute in what `terraform providers schema -json` prints. */
interface JsonAttribute {
  readonly description: string;
  /** A type expression; absent if it consists of attributes. */
  readonly type?: unknown;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly sensitive?: boolean;
  readonly nested_type?: {
    readonly nesting_mode: string;
    readonly attributes: JsonAttributes;
  };
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
  /** Absent if the version does not support lists. */
  readonly list_resource_schemas?: { readonly [type: string]: JsonSchema };
  /** Absent if the version does not support actions. */
  readonly action_schemas?: { readonly [type: string]: JsonSchema };
  /** Absent if the version does not support provider functions. */
  readonly functions?: { readonly [name: string]: Omit<ShownFunction, "name"> };
}

const WORDS: ReadonlyMap<unknown, string> = new Map([
  ["string", "String"],
  ["number", "Number"],
  ["bool", "Boolean"],
  ["dynamic", "Dynamic"],
  ["list", "List of "],
  ["set", "Set of "],
  ["map", "Map of "],
]);

/** Returns the only provider in the output of `terraform providers schema -json`. */
function findProvider(json: string): JsonProvider {
  const { provider_schemas: providers } = JSON.parse(json) as {
    readonly provider_schemas: { readonly [address: string]: JsonProvider };
  };
  const [provider] = Object.values(providers);
  if (provider === undefined) throw new Error("Terraform knows no provider.");
  return provider;
}

/** Returns the functions in the output of `terraform providers schema -json`. */
export function listSchemaFunctions(json: string): readonly ShownFunction[] {
  return Object.entries(findProvider(json).functions ?? {}).map(([name, { description, parameters }]) => ({
    name,
    description,
    parameters: parameters.map((parameter) => ({ name: parameter.name, description: parameter.description })),
  }));
}

/** Returns the functions that have a page, as the page shows them. */
export function listShownFunctions(): readonly ShownFunction[] {
  return listRegistryPageTexts().flatMap(({ body }) => {
    const [, name, description = ""] = /^# function: (\w+)\n\n(.+)$/mu.exec(body) ?? [];
    if (name === undefined) return [];
    const items = [...body.matchAll(/^\d+\. `(\w+)` \([^)]+\) (.+)$/gmu)];
    const parameters = items.map(([, own = "", text = ""]) => ({ name: own, description: text }));
    return [{ name, description, parameters }];
  });
}

/** Returns the attributes in the output of `terraform providers schema -json`. */
export function listSchemaAttributes(json: string): readonly ShownAttribute[] {
  const provider = findProvider(json);
  return [
    ...listAttributes("index.md", provider.provider.block.attributes),
    ...listSchemas("resources", provider.resource_schemas),
    ...listSchemas("data-sources", provider.data_source_schemas),
    ...listSchemas("list-resources", provider.list_resource_schemas ?? {}),
    ...listSchemas("actions", provider.action_schemas ?? {}),
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
    const { description, required, optional, nested_type: nested } = attribute;
    const group = required === true ? "Required" : optional === true ? "Optional" : "Read-Only";
    const own = [...path, name];
    return [
      { file, path: own, group, type: describeType(attribute), description },
      ...(nested === undefined ? [] : listAttributes(file, nested.attributes, own)),
    ];
  });
}

function describeType({ type, nested_type: nested, sensitive = false }: JsonAttribute): string {
  const words = nested === undefined ? toWords(type) : describeNesting(nested.nesting_mode);
  return sensitive ? `${words}, Sensitive` : words;
}

function describeNesting(mode: string): string {
  return mode === "single" ? "Attributes" : `Attributes ${mode.charAt(0).toUpperCase()}${mode.slice(1)}`;
}

function toWords(type: unknown): string {
  if (Array.isArray(type)) return type.map(toWords).join("");
  return WORDS.get(type) ?? `unknown type ${JSON.stringify(type)}`;
}

/** Returns the attributes that the pages list below their headings `Schema`. */
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
    shown.push({ file, path: [...path, name], group, type, description });
  }
  return shown;
}

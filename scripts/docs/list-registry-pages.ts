import type { FunctionDefinition } from "../../src/plugin/provider-definition";
import type { Schema } from "../../src/plugin/schema";
import { printTable } from "../support/print-table";
import { renderFunction } from "./render-function";
import { findFirstSentence, type RegistryPage } from "./render-page";
import { renderSchema } from "./render-schema";

/** The documented parts of a provider's definition. */
export interface DocumentedProvider {
  readonly type: string;
  readonly schema: Schema;
  readonly resources: {
    readonly [typeName: string]: { readonly schema: Schema; readonly list?: { readonly schema: Schema } };
  };
  readonly dataSources?: { readonly [typeName: string]: { readonly schema: Schema } };
  readonly actions?: { readonly [typeName: string]: { readonly schema: Schema } };
  readonly functions?: { readonly [name: string]: FunctionDefinition };
}

interface Subject {
  readonly name: string;
  readonly kind: keyof typeof FOLDERS | "Function";
  readonly description: string;
  readonly page: RegistryPage;
}

/** Returns the pages: an index and one for each resource, data source, list resource, action and function. */
export function listRegistryPages(definition: DocumentedProvider): readonly RegistryPage[] {
  const { type, schema, resources, dataSources = {}, actions = {}, functions = {} } = definition;
  const subjects: readonly Subject[] = [
    ...Object.entries(resources).map(([name, { schema: own }]) => ofSchema(type, name, "Resource", own)),
    ...Object.entries(dataSources).map(([name, { schema: own }]) => ofSchema(type, name, "Data Source", own)),
    ...Object.entries(resources).flatMap(([name, { list }]) =>
      list === undefined ? [] : [ofSchema(type, name, "List Resource", list.schema)],
    ),
    ...Object.entries(actions).map(([name, { schema: own }]) => ofSchema(type, name, "Action", own)),
    ...Object.entries(functions).map(([name, own]) => ofFunction(type, name, own)),
  ];
  const index: RegistryPage = {
    file: "index.md",
    title: `${type} Provider`,
    description: toSentence(schema.description),
    parts: new Map([
      ["description", schema.description],
      ["contents", renderContents(subjects)],
      ["schema", renderSchema(schema)],
    ]),
  };
  return [index, ...subjects.map(({ page }) => page)];
}

const FOLDERS = {
  Resource: "resources",
  "Data Source": "data-sources",
  "List Resource": "list-resources",
  Action: "actions",
} as const;

function ofSchema(type: string, name: string, kind: keyof typeof FOLDERS, schema: Schema): Subject {
  const { description } = schema;
  // The registry leaves the provider's name out of its addresses.
  const file = `${FOLDERS[kind]}/${name.slice(type.length + 1)}.md`;
  const parts = new Map([
    ["description", description],
    ["schema", renderSchema(schema)],
  ]);
  const page = { file, title: `${name} ${kind} - ${type}`, description: toSentence(description), parts };
  return { name, kind, description: findFirstSentence(description), page };
}

function ofFunction(type: string, name: string, definition: FunctionDefinition): Subject {
  const description = `${definition.summary}.`;
  const parts = new Map([
    ["description", definition.description],
    ["function", renderFunction(name, definition)],
  ]);
  const title = `${name} Function - ${type}`;
  const page = { file: `functions/${name}.md`, title, description: toSentence(description), parts };
  return { name, kind: "Function", description, page };
}

function renderContents(subjects: readonly Subject[]): string {
  const rows = subjects.map(({ name, kind, description }) => {
    // A pipe would end the cell, even in code.
    return [`\`${name}\``, kind, description.replaceAll("|", String.raw`\|`)];
  });
  return printTable(["Name", "Kind", "Description"], rows);
}

function toSentence(description: string): string {
  return findFirstSentence(description).replaceAll("`", "");
}

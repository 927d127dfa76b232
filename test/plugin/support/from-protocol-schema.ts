import {
  type FunctionMessage,
  type Schema as ProtocolSchema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
} from "../../../src/plugin/protocol/tfplugin6.generated";
import type {
  Attribute,
  Attributes,
  AttributeType,
  NestedAttribute,
  Schema,
} from "../../../src/plugin/schema";
import { parseType } from "../../../src/plugin/type-expression";

export interface FunctionTypes {
  readonly parameters: readonly AttributeType[];
  readonly returns: AttributeType;
}

/** Reads a schema as Terraform does, so that the harness depends only on what the provider reports. */
export function fromProtocolSchema(schema: ProtocolSchema | undefined): Schema {
  if (schema?.block === undefined) throw new Error("missing provider schema");
  return {
    version: Number(schema.version),
    description: schema.block.description,
    attributes: toAttributes(schema.block.attributes),
  };
}

export function fromProtocolSchemas(schemas: ReadonlyMap<string, ProtocolSchema>): Map<string, Schema> {
  return new Map([...schemas].map(([name, schema]) => [name, fromProtocolSchema(schema)]));
}

export function fromProtocolFunction({ parameters, return: result }: FunctionMessage): FunctionTypes {
  return {
    parameters: parameters.map(({ type }) => parseType(JSON.parse(type.toString()))),
    returns: parseType(JSON.parse(result?.type.toString() ?? "null")),
  };
}

function toAttributes(attributes: readonly Schema_Attribute[]): Attributes {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, toAttribute(attribute)]));
}

function toAttribute(attribute: Schema_Attribute): Attribute {
  const base = {
    description: attribute.description,
    ...(attribute.required ? { required: true as const } : {}),
    ...(attribute.optional ? { optional: true as const } : {}),
    ...(attribute.computed ? { computed: true as const } : {}),
    ...(attribute.sensitive ? { sensitive: true as const } : {}),
  };
  if (attribute.nestedType === undefined)
    return { ...base, type: parseType(JSON.parse(attribute.type.toString())) };
  if (attribute.type.length > 0) throw new Error(`${attribute.name} has both a type and a nested type.`);
  return {
    ...base,
    nesting: toNesting(attribute.nestedType.nesting),
    attributes: toAttributes(attribute.nestedType.attributes),
  };
}

function toNesting(mode: Schema_Object_NestingMode): NestedAttribute["nesting"] {
  switch (mode) {
    case Schema_Object_NestingMode.SINGLE:
      return "single";
    case Schema_Object_NestingMode.LIST:
      return "list";
    default:
      throw new Error(`nesting mode ${mode} is invalid`);
  }
}

import {
  type FunctionMessage,
  type Schema as ProtocolSchema,
  type ResourceIdentityData,
  type ResourceIdentitySchema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
  StringKind,
} from "../protocol/tfplugin6.generated";
import type { FunctionDefinition, IdentityDefinition, ResourceDefinition } from "../provider-definition";
import type { Attributes, NestedAttribute, Schema } from "../schema";
import { toObjectType } from "../to-object-type";
import { formatType } from "../type-expression";
import type { ObjectValue } from "../value";
import { encodeDynamic } from "./dynamic-value";

export function toProtocolSchema({ schema }: { readonly schema: Schema }): ProtocolSchema {
  const version = BigInt(schema.version);
  return {
    version,
    block: {
      version,
      attributes: toProtocolAttributes(schema.attributes),
      description: schema.description,
      descriptionKind: StringKind.MARKDOWN,
    },
  };
}

const NESTING_MODES: Record<NestedAttribute["nesting"], Schema_Object_NestingMode> = {
  single: Schema_Object_NestingMode.SINGLE,
  list: Schema_Object_NestingMode.LIST,
};

function toProtocolAttributes(attributes: Attributes): Schema_Attribute[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    // Exactly one of type and nested type is set.
    type: "type" in attribute ? Buffer.from(formatType(attribute.type)) : Buffer.alloc(0),
    nestedType:
      "type" in attribute
        ? undefined
        : {
            attributes: toProtocolAttributes(attribute.attributes),
            nesting: NESTING_MODES[attribute.nesting],
          },
    description: attribute.description,
    descriptionKind: StringKind.MARKDOWN,
    required: attribute.required ?? false,
    optional: attribute.optional ?? false,
    computed: attribute.computed ?? false,
    sensitive: attribute.sensitive ?? false,
  }));
}

/** Converts the provider's functions. Terraform may pass them neither null nor unknown arguments. */
export function toProtocolFunctions(functions: {
  readonly [name: string]: FunctionDefinition;
}): Map<string, FunctionMessage> {
  const toMessage = ({ parameters, returns, summary, description }: FunctionDefinition): FunctionMessage => ({
    parameters: parameters.map(({ name, type, description: text }) => ({
      name,
      type: Buffer.from(formatType(type)),
      description: text,
      descriptionKind: StringKind.MARKDOWN,
    })),
    return: { type: Buffer.from(formatType(returns)) },
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
  });
  return mapEntries(functions, toMessage);
}

export function mapEntries<Definition, Converted>(
  definitions: { readonly [name: string]: Definition },
  convert: (definition: Definition) => Converted,
): Map<string, Converted> {
  return new Map(Object.entries(definitions).map(([name, definition]) => [name, convert(definition)]));
}

export function toProtocolIdentitySchema({ attributes }: IdentityDefinition): ResourceIdentitySchema {
  return {
    version: 0n,
    identityAttributes: Object.entries(attributes).map(([name, { type, description }]) => ({
      name,
      type: Buffer.from(formatType(type)),
      requiredForImport: true,
      description,
    })),
  };
}

/** Returns an object's identity; undefined if there is no object, or its identity is not known yet. */
export function toProtocolIdentity(
  { identity }: ResourceDefinition<unknown>,
  object: ObjectValue | null,
): ResourceIdentityData | undefined {
  const value = object === null ? null : identity.getIdentity(object);
  if (value === null) return undefined;
  return { identityData: encodeDynamic(value, toObjectType(identity.attributes)) };
}

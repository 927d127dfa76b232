import type { ResourceIdentityData, ResourceIdentitySchema } from "../protocol/tfplugin6.generated";
import type { IdentityDefinition, ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { formatType } from "../values/type-expression";
import type { ObjectValue } from "../values/value";
import { encodeDynamic } from "./dynamic-value";

/** Converts the schema of an identity. */
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

/** Returns the identity of the object that a state or plan describes; undefined if it is not known yet. */
export function toProtocolIdentity(
  { identity }: ResourceDefinition<unknown>,
  object: ObjectValue | null,
): ResourceIdentityData | undefined {
  const value = object === null ? null : identity.getIdentity(object);
  if (value === null) return undefined;
  return { identityData: encodeDynamic(value, toObjectType(identity.attributes)) };
}

import type { ResourceIdentityData, ResourceIdentitySchema } from "../protocol/tfplugin6.generated";
import type { IdentityDefinition, ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { formatType } from "../values/type-expression";
import type { ObjectValue } from "../values/value";
import { encodeDynamic } from "./dynamic-value";

/** Converts the schema of an identity. */
export function toProtocolIdentitySchema({
  version,
  attributes,
}: IdentityDefinition): ResourceIdentitySchema {
  return {
    version: BigInt(version),
    identityAttributes: Object.entries(attributes).map(([name, { type, description }]) => ({
      name,
      type: Buffer.from(formatType(type)),
      requiredForImport: true,
      optionalForImport: false,
      description,
    })),
  };
}

/** Returns the identity of the object that a state or plan describes; undefined if it has none, or none yet. */
export function toProtocolIdentity(
  { identity }: ResourceDefinition<unknown>,
  object: ObjectValue | null,
): ResourceIdentityData | undefined {
  const value = object === null ? null : (identity?.getIdentity(object) ?? null);
  if (identity === undefined || value === null) return undefined;
  return { identityData: encodeDynamic(value, toObjectType(identity.attributes)) };
}

import { isPlainObject } from "../text/is-plain-object";

/** Fields of a response that this version does not know, by wire name, as the service sent them. */
export type AdditionalFields = { readonly [wireName: string]: unknown };

/** An object in a response. It keeps the fields that this version does not know. */
export interface WithAdditionalFields {
  /** Fields that this version does not know; absent if the response has none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** Returns a response as it was sent: puts additional fields back among the other fields, at every level. */
export function toWireShape(response: unknown): unknown {
  if (Array.isArray(response)) return response.map(toWireShape);
  if (!isPlainObject(response)) return response;
  const { additionalFields, ...known } = response;
  const fields = Object.entries(known).map(([name, value]) => [name, toWireShape(value)] as const);
  const others = isPlainObject(additionalFields) ? Object.entries(additionalFields) : [];
  // Built from entries, so that a name like __proto__ stays an ordinary field.
  return Object.fromEntries([...fields, ...others]);
}

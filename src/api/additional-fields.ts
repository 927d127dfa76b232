import { isPlainObject } from "../queue/is-plain-object";

/** Fields of an answer that this version does not know, by the service's own names and as it sent them. */
export type AdditionalFields = { readonly [wireName: string]: unknown };

/**
 * Gives an answer the shape in which the service sent it: at every level, the fields under `additionalFields` stand
 * beside the others.
 */
export function toWireShape(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(toWireShape);
  if (!isPlainObject(answer)) return answer;
  const { additionalFields, ...known } = answer;
  const fields = Object.entries(known).map(([name, value]) => [name, toWireShape(value)] as const);
  const others = isPlainObject(additionalFields) ? Object.entries(additionalFields) : [];
  // Built from entries: a name like __proto__ stays a field (promise S-12).
  return Object.fromEntries([...fields, ...others]);
}

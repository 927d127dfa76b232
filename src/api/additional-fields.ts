import { isPlainObject } from "../queue/is-plain-object";

/** Fields of an answer that this version does not know, by wire name, as the service sent them. */
export type AdditionalFields = { readonly [wireName: string]: unknown };

/** Returns an answer in the shape on the wire: at every level, the fields under `additionalFields` join the others. */
export function toWireShape(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(toWireShape);
  if (!isPlainObject(answer)) return answer;
  const { additionalFields, ...known } = answer;
  const fields = Object.entries(known).map(([name, value]) => [name, toWireShape(value)] as const);
  const others = isPlainObject(additionalFields) ? Object.entries(additionalFields) : [];
  // Built from entries: a name like __proto__ stays a field (promise S-12).
  return Object.fromEntries([...fields, ...others]);
}

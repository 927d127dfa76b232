import { DynamicValue } from "../../plugin/values/value";
import { toTypedValue } from "../typed-value";

/**
 * Answers fields of a service's JSON as a value of type dynamic; see {@link toTypedValue}.
 * @param fields - by wire name, as `JSON.parse` answers them
 * @returns null if there are none
 */
export function toDynamicValue(fields: { readonly [wireName: string]: unknown }): DynamicValue | null {
  const { type, value } = toTypedValue(fields);
  return value instanceof Map && value.size > 0 ? new DynamicValue(type, value) : null;
}

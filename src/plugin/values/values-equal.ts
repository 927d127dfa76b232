import type { AttributeType } from "../schema/schema";
import { fingerprintValue } from "./fingerprint-value";
import type { Value } from "./value";

/**
 * Tells whether two values of one type are the same to Terraform: the order and duplicates of sets never
 * matter, `1` equals `1.0`, and unknown equals only unknown.
 */
export function valuesEqual(a: Value, b: Value, type: AttributeType): boolean {
  return a === b || fingerprintValue(a, type) === fingerprintValue(b, type);
}

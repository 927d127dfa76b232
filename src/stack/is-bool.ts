import type { JsonNode } from "../hcl/json/json-node";

/**
 * Tells whether an argument that takes no expression, such as `sensitive` or `prevent_destroy`, is this bool. Terraform
 * converts strings there as well: `"true"`.
 */
export function isBool(node: JsonNode | undefined, bool: boolean): boolean {
  return node === bool || node === String(bool) || node === String(Number(bool));
}

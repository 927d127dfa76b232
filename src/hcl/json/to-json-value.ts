import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap } from "../values/hcl-value";
import type { JsonNode } from "./json-node";
import { JsonList, JsonObject } from "./json-node";

/** Answers JSON as a value of Terraform's language; texts are what they are. */
export function toJsonValue(node: JsonNode): HclValue {
  if (node instanceof JsonList) return new HclList("tuple", node.items.map(toJsonValue));
  if (node instanceof JsonObject) {
    return new HclMap(
      "object",
      node.fields.map(([key, value]) => [key.normalize("NFC"), toJsonValue(value)]),
    );
  }
  return typeof node === "string" ? node.normalize("NFC") : node;
}

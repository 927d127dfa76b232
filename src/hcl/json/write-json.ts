import { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap } from "../values/hcl-value";

/** Writes a wholly known and open value as JSON, as Terraform's `jsonencode` does. */
export function writeJson(value: HclValue): string {
  if (value instanceof HclNumber) return value.toText();
  if (value instanceof HclList) return `[${value.items.map(writeJson).join(",")}]`;
  if (value instanceof HclMap) {
    return `{${[...value.fields].map(([key, field]) => `${writeText(key)}:${writeJson(field)}`).join(",")}}`;
  }
  return typeof value === "string" ? writeText(value) : JSON.stringify(value);
}

/** Go escapes what could end a script in a page, too. */
function writeText(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

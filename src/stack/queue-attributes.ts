import type { HclType, ObjectField } from "../hcl/values/hcl-value";
import { toAttributeName } from "../queue/attribute-name";
import { PROVIDER_ARGUMENTS as ARGUMENTS, toArgumentType } from "../queue/provider-arguments";
import { REPOSITORY_PARTS } from "../queue/queue-identity";
import type { SettingDefinition } from "../queue/setting-definition";
import { SETTINGS } from "../queue/settings";

/** The operations that `timeouts` bounds. */
export const TIMED_OPERATIONS = ["create", "read", "update", "delete"] as const;

/** Types of the attributes of `mergequeue_queue`, by Terraform name, in the order of its schema. */
export const QUEUE_ATTRIBUTES: ReadonlyMap<string, HclType> = new Map<string, HclType>([
  ["repo", { kind: "object", fields: new Map(REPOSITORY_PARTS.map((part) => [part, optional("string")])) }],
  ["target_branch", "string"],
  ...SETTINGS.map((setting) => [toAttributeName(setting.name), toType(setting)] as const),
  ["deletion_policy", "string"],
  ["on_existing", "string"],
  ["additional_settings", "any"],
  [
    "timeouts",
    { kind: "object", fields: new Map(TIMED_OPERATIONS.map((name) => [name, optional("string")])) },
  ],
]);

/** Arguments of the provider and their types, by Terraform name. */
export const PROVIDER_ARGUMENTS: ReadonlyMap<string, "string" | "number" | "bool"> = new Map(
  ARGUMENTS.map((row) => [row.attribute, toArgumentType(row)]),
);

function toType(setting: SettingDefinition): HclType {
  switch (setting.kind) {
    case "integer":
      return "number";
    case "boolean":
      return "bool";
    case "enum":
      return "string";
    case "stringSet":
      return { kind: "set", element: "string" };
  }
}

function optional(type: HclType): ObjectField {
  return { type, isOptional: true, fallback: null };
}

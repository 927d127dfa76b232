import { toAttributeName } from "../queue/attribute-name";
import { TIMED_OPERATIONS } from "../queue/check-attributes";
import { REPOSITORY_PARTS } from "../queue/queue-identity";
import { SETTINGS } from "../queue/settings";
import type { TfType } from "./types";

const SETTING_TYPES = {
  integer: "number",
  boolean: "bool",
  enum: "string",
  stringSet: { kind: "set", element: "string" },
} as const;

/** Types of the attributes of `mergequeue_queue`, by Terraform name, in the order of its schema. */
export const QUEUE_ATTRIBUTES: ReadonlyMap<string, TfType> = new Map<string, TfType>([
  ["repo", { kind: "object", fields: REPOSITORY_PARTS }],
  ["target_branch", "string"],
  ...SETTINGS.map(({ name, kind }) => [toAttributeName(name), SETTING_TYPES[kind]] as const),
  ["deletion_policy", "string"],
  ["on_existing", "string"],
  ["additional_settings", { kind: "object", fields: "any" }],
  ["timeouts", { kind: "object", fields: TIMED_OPERATIONS }],
]);

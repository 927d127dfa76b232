import { quote } from "../text/quote";
import {
  COMMENT,
  isBool,
  isJsonList,
  type JsonNode,
  type JsonObject,
  listObjects,
} from "../text/terraform-json";
import { QUEUE_ATTRIBUTES } from "./types";
import { WAYS_ON } from "./unread-error";

/** What `lifecycle` of a queue means where there is no state. */
export interface Lifecycle {
  /** Attributes that are not managed, by Terraform name. */
  readonly ignored: ReadonlySet<string>;
  /** Whether the queue must not be destroyed. */
  readonly preventsDestroy: boolean;
  /** What stops the plan, as sentences. */
  readonly problems: readonly string[];
}

/** Rules with any value: `ignore_changes`, and those that mean nothing where there is no state. */
const OTHER_RULES: ReadonlySet<string> = new Set([
  ...[COMMENT, "ignore_changes", "create_before_destroy", "replace_triggered_by"],
]);

/** Reads the `lifecycle` of a queue. */
export function readLifecycle(body: JsonObject): Lifecycle {
  const rules = listObjects(body.get("lifecycle")).flatMap((block) => [...block]);
  const ignored = new Set(
    rules.flatMap(([name, node]) => (name === "ignore_changes" ? listIgnored(node) : [])),
  );
  const unknown = [...ignored].filter((name) => name !== "id" && !QUEUE_ATTRIBUTES.has(name));
  const unread = rules.filter(([name, node]) => !isRead(name, node));
  return {
    ignored,
    preventsDestroy: rules.some(([name, node]) => name === "prevent_destroy" && isBool(node, true)),
    problems: [
      ...unknown.map((name) => `ignore_changes: A queue has no attribute ${quote(name)}.`),
      ...unread.map(([name]) => `${name} is not evaluated here. ${WAYS_ON}`),
    ],
  };
}

function isRead(name: string, node: JsonNode): boolean {
  if (name === "prevent_destroy") return isBool(node, true) || isBool(node, false);
  if (name === "precondition" || name === "postcondition") return listObjects(node).length === 0;
  return OTHER_RULES.has(name);
}

/** An element may lead into an attribute, `additional_settings.x`, which counts as a whole. */
function listIgnored(node: JsonNode): readonly string[] {
  if (node === "all") return [...QUEUE_ATTRIBUTES.keys()];
  const words = isJsonList(node) ? node : [node];
  return words.map((word) => (typeof word === "string" ? word.replace(/[.[].*$/s, "") : ""));
}

import { quote } from "../text/quote";
import { QUEUE_ATTRIBUTES } from "./queue-attributes";
import type { JsonNode, JsonObject } from "./read-json";
import { COMMENT, isBool, isJsonList, listObjects } from "./read-json";
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

/** Rules that mean nothing where there is no state. */
const STATE_RULES: ReadonlySet<string> = new Set([COMMENT, "create_before_destroy", "replace_triggered_by"]);

/** Reads the `lifecycle` of a queue. */
export function readLifecycle(body: JsonObject): Lifecycle {
  const rules = listObjects(body.get("lifecycle")).flatMap((block) => [...block]);
  const ignored = new Set(
    rules.flatMap(([name, node]) => (name === "ignore_changes" ? listIgnored(node) : [])),
  );
  const problems = rules.flatMap(([name, node]): string[] => {
    if (STATE_RULES.has(name)) return [];
    if (name === "ignore_changes") {
      const unknown = [...ignored].filter(
        (attribute) => attribute !== "id" && !QUEUE_ATTRIBUTES.has(attribute),
      );
      return unknown.map((attribute) => `ignore_changes: A queue has no attribute ${quote(attribute)}.`);
    }
    const isNothing =
      name === "prevent_destroy"
        ? isBool(node, true) || isBool(node, false)
        : /^(?:pre|post)condition$/.test(name) && listObjects(node).length === 0;
    return isNothing ? [] : [`${name} is not evaluated here. ${WAYS_ON}`];
  });
  const preventsDestroy = rules.some(([name, node]) => name === "prevent_destroy" && isBool(node, true));
  return { ignored, preventsDestroy, problems };
}

/** An element may lead into an attribute, `additional_settings.x`, which counts as a whole. */
function listIgnored(node: JsonNode): readonly string[] {
  if (node === "all") return [...QUEUE_ATTRIBUTES.keys()];
  const words = isJsonList(node) ? node : [node];
  return words.map((word) => (typeof word === "string" ? word.replace(/[.[].*$/s, "") : ""));
}

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

/** The effect of a queue's `lifecycle`. `problems` contains sentences. Any problem stops the plan. */
interface Lifecycle {
  readonly ignored: ReadonlySet<string>;
  readonly preventsDestroy: boolean;
  /** Whether `destroy = false` makes Terraform forget the queue without deleting it. */
  readonly isForgotten: boolean;
  readonly problems: readonly string[];
}

/** Rules that may have any value: `ignore_changes`, and rules that have no effect without a state. */
const OTHER_RULES = [COMMENT, "ignore_changes", "create_before_destroy", "replace_triggered_by"];

export function readLifecycle(body: JsonObject): Lifecycle {
  const rules = listObjects(body.get("lifecycle")).flatMap((block) => [...block]);
  const listed = rules.filter(([name]) => name === "ignore_changes");
  const ignored = new Set(listed.flatMap(([, node]) => listIgnored(node)));
  const unknown = [...ignored].filter((name) => name !== "id" && !QUEUE_ATTRIBUTES.has(name));
  const unread = rules.filter(([name, node]) => !isRead(name, node));
  const isForgotten = rules.some(([name, node]) => name === "destroy" && isBool(node, false));
  return {
    ignored,
    // Terraform does not destroy a queue that it only forgets.
    preventsDestroy:
      !isForgotten && rules.some(([name, node]) => name === "prevent_destroy" && isBool(node, true)),
    isForgotten,
    problems: [
      ...unknown.map((name) => `ignore_changes: A queue has no attribute ${quote(name)}.`),
      ...unread.map(([name]) => `${name} is not evaluated here. ${WAYS_ON}`),
    ],
  };
}

function isRead(name: string, node: JsonNode): boolean {
  if (name === "prevent_destroy" || name === "destroy") return isBool(node, true) || isBool(node, false);
  if (name === "precondition" || name === "postcondition") return listObjects(node).length === 0;
  return OTHER_RULES.includes(name);
}

/** Lists the ignored attributes. A part, such as `additional_settings.x`, counts as the whole attribute. */
function listIgnored(node: JsonNode): readonly string[] {
  if (node === "all") return [...QUEUE_ATTRIBUTES.keys()];
  const words = isJsonList(node) ? node : [node];
  return words.map((word) => (typeof word === "string" ? word.replace(/[.[].*$/s, "") : ""));
}

import type { Reference } from "../text/terraform-expression";
import { COMMENT, isJsonObject, type JsonNode, type JsonObject, listObjects } from "../text/terraform-json";
import type { Block, Configuration } from "./configuration";

/** Type of the resources that constructs declare where only HashiCorp's providers may be installed. */
export const NULL_TYPE = "null_resource";

/** Arguments of such a resource, and rules of its lifecycle, that count for the queue as well. */
const SHARED: ReadonlySet<string> = new Set([
  ...["count", "for_each", "depends_on"],
  ...["prevent_destroy", "precondition"],
]);

/** How the constructs' own postcondition begins: it is about what the resource stores. */
const OWN_CONDITION = "${self.triggers.deletion == ";

/**
 * Returns the queue that a null resource stands for: the constructs write it into the comment of the resource.
 * @returns undefined for a resource that stands for none
 */
export function tryToQueueBlock(block: Block): Block | undefined {
  const { labels, body } = block;
  const queue = labels[0] === NULL_TYPE ? tryFindComment(body, "mergequeue_queue") : undefined;
  const lifecycle = listObjects(body.get("lifecycle")).map(pickSharedRules);
  return queue && { ...block, body: new Map([...pickShared(body), ["lifecycle", lifecycle], ...queue]) };
}

/** Returns the provider of queues that a provider of null resources stands in for; undefined if there is none. */
export function tryToProviderBlock({ labels, body, file }: Block): Block | undefined {
  const provider = labels[0] === "null" ? tryFindComment(body, "mergequeue") : undefined;
  return provider && { labels: ["mergequeue"], body: provider, file };
}

/**
 * Finds what the references of constructs point to: `null_resource.NAME.triggers.id`, and
 * `jsondecode(null_resource.NAME_Settings.triggers.SETTING)`, whose value is in the comment of the resource.
 * @returns undefined if only Terraform knows it
 */
export function tryFindTrigger(
  { steps: [name = "", word, trigger = ""] }: Reference,
  isDecoded: boolean,
  { resource }: Configuration,
): JsonNode | undefined {
  const body = resource.get(`${NULL_TYPE}.${name}`)?.body;
  if (word !== "triggers" || body === undefined || body.has("count") || body.has("for_each"))
    return undefined;
  const isQueue = tryFindComment(body, "mergequeue_queue") !== undefined;
  const values = isDecoded ? tryFindComment(body, "mergequeue_settings") : isQueue && body.get("triggers");
  return isJsonObject(values) ? values.get(trigger) : undefined;
}

function pickShared(body: JsonObject): (readonly [string, JsonNode])[] {
  return [...body].filter(([name]) => SHARED.has(name));
}

function pickSharedRules(lifecycle: JsonObject): JsonObject {
  const foreign = listObjects(lifecycle.get("postcondition")).filter((rule) => {
    const condition = rule.get("condition");
    return typeof condition !== "string" || !condition.startsWith(OWN_CONDITION);
  });
  return new Map([...pickShared(lifecycle), ["postcondition", foreign]]);
}

function tryFindComment(body: JsonObject, name: string): JsonObject | undefined {
  const comment = body.get(COMMENT);
  const found = isJsonObject(comment) ? comment.get(name) : undefined;
  return isJsonObject(found) ? found : undefined;
}

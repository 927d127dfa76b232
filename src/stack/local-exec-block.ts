import { toAttributeName } from "../queue/attribute-name";
import { QUEUE_TYPE } from "../queue/vocabulary";
import type { Reference } from "../text/terraform-expression";
import { COMMENT, isJsonObject, type JsonNode, type JsonObject, listObjects } from "../text/terraform-json";
import type { Block } from "./stack-reading";

/** The resource type that the constructs use for users who may install only HashiCorp's providers. */
export const NULL_TYPE = "null_resource";

/** Arguments and lifecycle rules of a null resource that also apply to its queue. */
const SHARED = new Set(["count", "for_each", "depends_on", "prevent_destroy", "precondition"]);

/** Start of the postcondition that the constructs add to a null resource. It does not apply to the queue. */
const OWN_CONDITION = "${self.triggers.deletion == ";

/** Returns the queue's block from the comment of its null resource. Returns any other block unchanged. */
export function toQueueBlock(block: Block): Block {
  const { labels, body } = block;
  const queue = labels[0] === NULL_TYPE ? tryFindComment(body, QUEUE_TYPE) : undefined;
  if (!isJsonObject(queue)) return block;
  const lifecycle = listObjects(body.get("lifecycle")).map(pickSharedRules);
  const merged = new Map([...pickShared(body), ["lifecycle", lifecycle], ...queue]);
  return { ...block, labels: [QUEUE_TYPE], body: merged };
}

/** Returns the queues' provider from the comment of the null provider. Returns any other block unchanged. */
export function toProviderBlock(block: Block): Block {
  const provider = block.labels[0] === "null" ? tryFindComment(block.body, "mergequeue") : undefined;
  return isJsonObject(provider) ? { ...block, labels: ["mergequeue"], body: provider } : block;
}

/** A reference. `isDecoded` tells whether it is the argument of `jsondecode`. */
export interface DecodedReference extends Reference {
  readonly isDecoded: boolean;
}

/**
 * Finds the queue's attribute that a reference means. The constructs write `null_resource.NAME.triggers.id`
 * or `jsondecode(null_resource.SETTINGS.triggers.SETTING)`.
 * @returns the address of the queue's resource, the attribute, and further steps; undefined if there is none
 */
export function tryFindQueueSteps(
  { steps: [name = "", word, trigger = "", ...inner], isDecoded }: DecodedReference,
  resources: ReadonlyMap<string, Block>,
): readonly string[] | undefined {
  const address = `${NULL_TYPE}.${name}`;
  const block = resources.get(address);
  if (word !== "triggers") return undefined;
  if (!isDecoded)
    return trigger === "id" && block?.labels[0] === QUEUE_TYPE ? [address, trigger, ...inner] : undefined;
  const queue = tryFindComment(block?.body, "mergequeue_settings");
  return typeof queue === "string" ? [queue, toAttributeName(trigger), ...inner] : undefined;
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

function tryFindComment(body: JsonObject | undefined, name: string): JsonNode | undefined {
  const comment = body?.get(COMMENT);
  return isJsonObject(comment) ? comment.get(name) : undefined;
}

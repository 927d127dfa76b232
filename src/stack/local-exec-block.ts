import { toAttributeName } from "../queue/attribute-name";
import { QUEUE_TYPE } from "../queue/vocabulary";
import type { Reference } from "../text/terraform-expression";
import { COMMENT, isJsonObject, type JsonNode, type JsonObject, listObjects } from "../text/terraform-json";
import type { Block } from "./stack-reading";

/** Type of the resources that constructs declare where only HashiCorp's providers may be installed. */
export const NULL_TYPE = "null_resource";

/** Arguments of such a resource, and rules of its lifecycle, that count for the queue as well. */
const SHARED = new Set(["count", "for_each", "depends_on", "prevent_destroy", "precondition"]);

/** How the constructs' own postcondition begins: it is about what the resource stores. */
const OWN_CONDITION = "${self.triggers.deletion == ";

/** Replaces the block of a queue's null resource by the queue's, which constructs put into its comment. */
export function toQueueBlock(block: Block): Block {
  const { labels, body } = block;
  const queue = labels[0] === NULL_TYPE ? tryFindComment(body, QUEUE_TYPE) : undefined;
  if (!isJsonObject(queue)) return block;
  const lifecycle = listObjects(body.get("lifecycle")).map(pickSharedRules);
  const merged = new Map([...pickShared(body), ["lifecycle", lifecycle], ...queue]);
  return { ...block, labels: [QUEUE_TYPE], body: merged };
}

/** Returns the block of the provider of queues in place of the null provider's, in the same way. */
export function toProviderBlock(block: Block): Block {
  const provider = block.labels[0] === "null" ? tryFindComment(block.body, "mergequeue") : undefined;
  return isJsonObject(provider) ? { ...block, labels: ["mergequeue"], body: provider } : block;
}

/** A reference, and whether `jsondecode` takes it. */
export interface DecodedReference extends Reference {
  readonly isDecoded: boolean;
}

/**
 * Finds the attribute behind a reference of the constructs, `null_resource.NAME.triggers.id` or
 * `jsondecode(null_resource.SETTINGS.triggers.SETTING)`, whose resource's comment names that of the queue.
 * @returns the address of the queue's resource, the attribute, and further steps; undefined for another
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

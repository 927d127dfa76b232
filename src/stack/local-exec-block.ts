import type { Block, Configuration } from "./configuration";
import type { Evaluator } from "./evaluator";
import { takeSteps } from "./evaluator";
import type { Reference } from "./parse-expression";
import type { JsonNode, JsonObject } from "./read-json";
import { COMMENT, isObject, listObjects } from "./read-json";
import { convertValue } from "./types";
import type { Value } from "./values";

/** Type of the resources that constructs declare where only HashiCorp's providers may be installed. */
const NULL_TYPE = "null_resource";

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
export function tryToQueueBlock({ labels, body, file }: Block): Block | undefined {
  const queue = labels[0] === NULL_TYPE ? tryFindComment(body, "mergequeue_queue") : undefined;
  const lifecycle = listObjects(body.get("lifecycle")).map(pickSharedRules);
  return queue && { labels, body: new Map([...pickShared(body), ["lifecycle", lifecycle], ...queue]), file };
}

/** Returns the provider of queues that a provider of null resources stands in for; undefined if there is none. */
export function tryToProviderBlock({ labels, body, file }: Block): Block | undefined {
  const provider = labels[0] === "null" ? tryFindComment(body, "mergequeue") : undefined;
  return provider && { labels: ["mergequeue"], body: provider, file };
}

/**
 * Evaluates the references that constructs make: `null_resource.NAME.triggers.id`, and
 * `jsondecode(null_resource.NAME_Settings.triggers.SETTING)`, whose value is in the comment of the resource.
 * @returns undefined if only Terraform knows it
 */
export function tryFindTrigger(
  { root, steps }: Reference,
  isDecoded: boolean,
  { resources }: Configuration,
  evaluator: Evaluator,
): Value | undefined {
  const [name = "", word, trigger = "", ...others] = steps;
  const body = resources.get(`${NULL_TYPE}.${name}`)?.body;
  if (root !== NULL_TYPE || word !== "triggers" || body === undefined) return undefined;
  if (body.has("count") || body.has("for_each")) return undefined;
  const isQueue = tryFindComment(body, "mergequeue_queue") !== undefined;
  const values = isDecoded ? tryFindComment(body, "mergequeue_settings") : isQueue && body.get("triggers");
  const node = isObject(values) ? values.get(trigger) : undefined;
  if (node === undefined) return undefined;
  const value = evaluator.within([root, ...steps].join("."), () => evaluator.evaluate(node));
  return takeSteps(isDecoded ? value : convertValue(value, "string"), others);
}

function pickShared(body: JsonObject): (readonly [string, JsonNode])[] {
  return [...body].filter(([name]) => SHARED.has(name));
}

function pickSharedRules(lifecycle: JsonObject): JsonObject {
  const isForeign = (condition: unknown): boolean => !String(condition).startsWith(OWN_CONDITION);
  const foreign = listObjects(lifecycle.get("postcondition")).filter((rule) =>
    isForeign(rule.get("condition")),
  );
  return new Map([...pickShared(lifecycle), ["postcondition", foreign]]);
}

function tryFindComment(body: JsonObject, name: string): JsonObject | undefined {
  const comment = body.get(COMMENT);
  const found = isObject(comment) ? comment.get(name) : undefined;
  return isObject(found) ? found : undefined;
}

import type { Evaluation } from "../hcl/evaluate/scope";
import { JsonObject } from "../hcl/json/json-node";
import { convertValue } from "../hcl/values/convert-value";
import type { HclValue } from "../hcl/values/hcl-value";
import { HclMap, Unresolved } from "../hcl/values/hcl-value";
import type { Block } from "./configuration";
import { COMMENT } from "./configuration";
import { evaluateNode } from "./evaluate-node";
import { isBool } from "./is-bool";

/** Type of the resources that constructs declare where only HashiCorp's providers may be installed. */
const NULL_TYPE = "null_resource";

/** Name of their provider. */
const NULL_PROVIDER = "null";

/** What of such a resource is true of the queue as well. */
const SHARED_ARGUMENTS = ["count", "for_each", "depends_on"];

/**
 * Answers the queue that a null resource stands for: the constructs write it into the comment of the resource, as if it
 * were a block of its own.
 * @returns undefined for a resource that stands for none
 */
export function tryToQueueBlock({ labels, body, file }: Block): Block | undefined {
  if (labels[0] !== NULL_TYPE) return undefined;
  const queue = tryFindComment(body, "mergequeue_queue");
  if (queue === undefined) return undefined;
  const shared = body.fields.filter(([name]) => SHARED_ARGUMENTS.includes(name));
  return { labels, body: new JsonObject([...shared, ...listProtection(body), ...queue.fields]), file };
}

/**
 * Answers the provider of queues that a provider of null resources stands in for, as if it were a block of its own.
 * @returns undefined for a provider that stands in for none
 */
export function tryToProviderBlock({ labels, body, file }: Block): Block | undefined {
  if (labels[0] !== NULL_PROVIDER) return undefined;
  const provider = tryFindComment(body, "mergequeue");
  return provider && { labels: ["mergequeue"], body: provider, file };
}

/** Tells whether what a block declares can be referred to without Terraform: a single null resource. */
export function isTriggered({ labels, body }: Block): boolean {
  return labels[0] === NULL_TYPE && ["count", "for_each"].every((name) => (body.get(name) ?? null) === null);
}

/** Answers what a reference to a null resource stands for. */
export function toTriggered(address: string, { body }: Block, evaluation: Evaluation): HclValue {
  const triggers = evaluateNode(body.get("triggers") ?? null, evaluation);
  return new HclMap("object", [
    ["id", new Unresolved(`${address}.id is known to Terraform only`)],
    ["triggers", convertValue(triggers, { kind: "map", element: "string" })],
  ]);
}

/** Of the lifecycle only this is the user's; the rest is about the resource itself. */
function listProtection(body: JsonObject): [string, JsonObject][] {
  const lifecycle = body.get("lifecycle");
  const isPrevented = lifecycle instanceof JsonObject && isBool(lifecycle.get("prevent_destroy"), true);
  return isPrevented ? [["lifecycle", new JsonObject([["prevent_destroy", true]])]] : [];
}

function tryFindComment(body: JsonObject, name: string): JsonObject | undefined {
  const comment = body.get(COMMENT);
  const found = comment instanceof JsonObject ? comment.get(name) : undefined;
  return found instanceof JsonObject ? found : undefined;
}

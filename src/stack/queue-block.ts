import type { Evaluation } from "../hcl/evaluate/scope";
import { invalid } from "../hcl/expression-error";
import { convertValue } from "../hcl/values/convert-value";
import type { HclType, HclValue } from "../hcl/values/hcl-value";
import { describeKind, HclList, HclMap, Unresolved, unmark } from "../hcl/values/hcl-value";
import { formatQueueId } from "../queue/queue-identity";
import { escapeHclText } from "../text/escape-hcl-text";
import { suggestName } from "../text/suggest-name";
import { escapeLiteral } from "../text/terraform-template";
import type { Block } from "./configuration";
import { COMMENT } from "./configuration";
import type { NodeResult } from "./evaluate-node";
import { tryEvaluateNode } from "./evaluate-node";
import type { Expansion } from "./expand-block";
import { expandBlock } from "./expand-block";
import { QUEUE_ATTRIBUTES } from "./queue-attributes";
import { toPlainIdentity } from "./to-plain-value";

/** Arguments of every resource, which are none of a queue. */
const META_ARGUMENTS: ReadonlySet<string> = new Set([
  COMMENT,
  "count",
  "for_each",
  "provider",
  "depends_on",
  "lifecycle",
  "provisioner",
  "connection",
]);

/** A queue as a block configures it. */
export interface QueueInstance {
  /** `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Attributes that are configured, by Terraform name; unknown names are among them, as faults. */
  readonly attributes: ReadonlyMap<string, NodeResult>;
  readonly block: Block;
  readonly evaluation: Evaluation;
}

/** The queues that a block declares, or why that is not known. */
export type QueueBlockResult =
  | { readonly instances: readonly QueueInstance[]; readonly isSingle: boolean }
  | Exclude<Expansion, { readonly instances: unknown }>;

/** Evaluates a block of a queue. */
export function evaluateQueueBlock(address: string, block: Block, evaluation: Evaluation): QueueBlockResult {
  const expansion = expandBlock(block, evaluation);
  if (!("instances" in expansion)) return expansion;
  const instances = expansion.instances.map(
    (instance): QueueInstance => ({
      address: instance.key === undefined ? address : `${address}[${writeKey(instance.key)}]`,
      attributes: evaluateAttributes(block, instance.evaluation),
      block,
      evaluation: instance.evaluation,
    }),
  );
  return {
    instances,
    isSingle: expansion.instances[0]?.key === undefined && expansion.instances.length === 1,
  };
}

/** Answers what a reference to a block of a queue stands for: an object, or a list or map of them. */
export function toReferenceValue(address: string, block: Block, result: QueueBlockResult): HclValue {
  if (!("instances" in result)) return new Unresolved(`${address} cannot be resolved itself`);
  const objects = result.instances.map(toObject);
  if (result.isSingle) return objects[0] ?? null;
  if ((block.body.get("count") ?? null) !== null) return new HclList("tuple", objects);
  const keys = result.instances.map(
    (instance) => JSON.parse(instance.address.slice(address.length + 1, -1)) as string,
  );
  return new HclMap(
    "object",
    keys.map((key, at) => [key, objects[at] ?? null]),
  );
}

function evaluateAttributes({ body }: Block, evaluation: Evaluation): Map<string, NodeResult> {
  const attributes = new Map<string, NodeResult>();
  for (const [name, node] of body.fields) {
    if (META_ARGUMENTS.has(name)) continue;
    const type = QUEUE_ATTRIBUTES.get(name);
    if (type === undefined) {
      const message = `A queue has no attribute of this name.${suggestName(name, QUEUE_ATTRIBUTES.keys())}`;
      attributes.set(name, { fault: { kind: "invalid", message } });
    } else if (attributes.has(name)) {
      attributes.set(name, { fault: { kind: "invalid", message: "It is set twice; take one of them out." } });
    } else {
      attributes.set(
        name,
        tryEvaluateNode(node, evaluation, (value) => convertAttribute(value, type)),
      );
    }
  }
  return attributes;
}

/** A nested attribute takes the fields that it has, and no others. */
function convertAttribute(value: HclValue, type: HclType): HclValue {
  const { value: plain, isSensitive } = unmark(value);
  if (typeof type !== "string" && type.kind === "object" && plain instanceof HclMap) {
    const unknown = [...plain.fields.keys()].find((name) => !type.fields.has(name));
    if (unknown !== undefined)
      throw invalid(`there is no attribute ${isSensitive ? "of one of the names" : unknown} in it`);
  }
  if (type === "any" && plain !== null && !(plain instanceof HclMap)) {
    throw invalid(`an object is required, not ${describeKind(plain)}`);
  }
  return convertValue(value, type);
}

function toObject({ address, attributes }: QueueInstance): HclValue {
  const fields = [...QUEUE_ATTRIBUTES.keys()].map((name): [string, HclValue] => {
    const attribute = attributes.get(name);
    if (attribute?.fault !== undefined)
      return [name, new Unresolved(`${address}.${name} cannot be resolved itself`)];
    const value = attribute?.value ?? null;
    return [
      name,
      value === null && isComputed(name)
        ? new Unresolved(`${address}.${name} is not configured, so the service chooses it`)
        : value,
    ];
  });
  const identity = toPlainIdentity(attributes);
  const id =
    identity === undefined ? new Unresolved(`${address}.id cannot be resolved`) : formatQueueId(identity);
  return new HclMap("object", [["id", id], ...fields]);
}

/** Settings are computed where they are not configured; what only the provider looks at is null then. */
function isComputed(name: string): boolean {
  return ![
    "repo",
    "target_branch",
    "deletion_policy",
    "on_existing",
    "additional_settings",
    "timeouts",
  ].includes(name);
}

/** Writes the key of an instance as Terraform does in addresses. */
function writeKey(key: string | number): string {
  return typeof key === "number" ? String(key) : `"${escapeHclText(escapeLiteral(key))}"`;
}

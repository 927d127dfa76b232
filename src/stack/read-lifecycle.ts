import type { JsonNode } from "../hcl/json/json-node";
import { JsonList } from "../hcl/json/json-node";
import { checkConditions, toObjects } from "./check-conditions";
import { isBool } from "./is-bool";
import { QUEUE_ATTRIBUTES } from "./queue-attributes";
import type { QueueInstance } from "./queue-block";

/** What `lifecycle` of a queue means where there is no state. */
export interface Lifecycle {
  /** Attributes that are not managed, by Terraform name. */
  readonly ignored: ReadonlySet<string>;
  /** Whether it must not be destroyed. */
  readonly preventsDestroy: boolean;
  /** Conditions that do not hold: what is said then. */
  readonly problems: readonly string[];
  /** What means nothing here, as clauses that follow the address. */
  readonly remarks: readonly string[];
}

/** Reads the `lifecycle` of a queue. */
export function readLifecycle(instance: QueueInstance): Lifecycle {
  const blocks = toObjects(instance.block.body.get("lifecycle"));
  const ignored = new Set(blocks.flatMap((block) => listIgnored(block.get("ignore_changes"))));
  const conditions = (["precondition", "postcondition"] as const).flatMap((kind) =>
    blocks.flatMap((block) => checkConditions(toObjects(block.get(kind)), instance.evaluation, kind)),
  );
  const remarks = conditions.flatMap(({ remark }) => (remark === undefined ? [] : [remark]));
  if (ignored.size > 0) {
    const names = ignored.size === QUEUE_ATTRIBUTES.size ? "all attributes" : [...ignored].join(", ");
    remarks.push(`ignores changes of ${names}: not managed here, neither when the queue is created`);
  }
  if (instance.block.body.get("provisioner") !== undefined)
    remarks.push("has provisioners, which do not run here");
  return {
    ignored,
    preventsDestroy: blocks.some((block) => isBool(block.get("prevent_destroy"), true)),
    problems: conditions.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
    remarks,
  };
}

/** An element may lead into an attribute, `additional_settings.x`, which counts as a whole. */
function listIgnored(node: JsonNode | undefined): string[] {
  const words = node instanceof JsonList ? node.items : node === undefined ? [] : [node];
  return words.flatMap((word) => {
    if (typeof word !== "string") return [];
    return word === "all" ? [...QUEUE_ATTRIBUTES.keys()] : [/^\w*/.exec(word)?.[0] ?? ""];
  });
}

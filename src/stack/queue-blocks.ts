import { formatQueueId } from "../queue/queue-identity";
import { SETTINGS } from "../queue/settings";
import { escapeHclText } from "../text/escape-hcl-text";
import { COMMENT } from "../text/terraform-json";
import { escapeLiteral } from "../text/terraform-template";
import type { Configuration } from "./configuration";
import { Evaluator, takeSteps } from "./evaluator";
import { collectAttributes, type QueueAttributes, tryToIdentity } from "./read-attributes";
import { readLifecycle } from "./read-lifecycle";
import type { Block } from "./stack-reading";
import { convertAttribute, PRIMITIVES } from "./types";
import { terraformOnly, UnreadError } from "./unread-error";
import { isMap, isSet, type StackValue, type ValueMap } from "./values";
import type { GivenValue } from "./variables";

const META_ARGUMENTS: ReadonlySet<string> = new Set([
  ...[COMMENT, "count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection"],
]);

const MAX_INSTANCES = 20_000;

/** A queue that a block declares. */
export interface QueueInstance {
  readonly address: string;
  /** Index of `count` or key of `for_each`; undefined if the block has neither. */
  readonly key: string | undefined;
  readonly block: Block;
  /** The values that `each` and `count` have in the block. */
  readonly names: ValueMap;
}

/** Evaluates the blocks of queues in one configuration. */
export class QueueBlocks {
  readonly evaluator: Evaluator;
  readonly configuration: Configuration;
  readonly #instances = new Map<Block, readonly QueueInstance[]>();

  /** @param given - values of variables by name */
  constructor(configuration: Configuration, given: ReadonlyMap<string, GivenValue>) {
    this.configuration = configuration;
    this.evaluator = new Evaluator({ configuration, given, findQueueValue: this.#findValue.bind(this) });
  }

  evaluateAttributes(instance: QueueInstance): QueueAttributes {
    const names = [...instance.block.body.keys()].filter((name) => !META_ARGUMENTS.has(name));
    return collectAttributes(names, (name) =>
      this.evaluator.evaluateMarked(() => this.#evaluate(instance, name)),
    );
  }

  /** Lists a block's queues. @throws UnreadError if `count` or `for_each` is unknown or invalid */
  listInstances(address: string, block: Block): readonly QueueInstance[] {
    const instances = this.#instances.get(block) ?? this.#createInstances(address, block);
    this.#instances.set(block, instances);
    return instances;
  }

  #createInstances(address: string, block: Block): QueueInstance[] {
    const [count, forEach] = ["count", "for_each"].map((name) => block.body.get(name) ?? null);
    const node = count ?? forEach ?? null;
    if (node === null) return [{ address, key: undefined, block, names: new Map() }];
    if (count !== null && forEach !== null)
      throw new UnreadError("a block can have count or for_each, but not both");
    const { value, isSensitive } = this.evaluator.evaluateMarked(() =>
      this.evaluator.within(address, () => this.evaluator.evaluate(node)),
    );
    if (isSensitive) throw new UnreadError("it must not be sensitive: it determines which queues exist");
    if (count !== null) {
      return listIndices(value).map((index) => {
        const names = new Map([["count", new Map([["index", index]])]]);
        return { address: `${address}[${index}]`, key: String(index), block, names };
      });
    }
    return listEntries(value).map(([key, item]) => {
      const names = new Map([["each", new Map(Object.entries({ key, value: item }))]]);
      return { address: `${address}["${escapeHclText(escapeLiteral(key))}"]`, key, block, names };
    });
  }

  #evaluate({ address, block, names }: QueueInstance, name: string): StackValue {
    return this.evaluator.within(`${address}.${name}`, () =>
      convertAttribute(name, this.evaluator.evaluate(block.body.get(name) ?? null, names)),
    );
  }

  /** @param steps - the key, if the block has `count` or `for_each`; then the attribute and its fields */
  #findValue(address: string, [...steps]: readonly string[]): StackValue | undefined {
    const block = this.configuration.resource.get(address);
    if (block === undefined) throw new UnreadError(`there is no resource ${address} in this stack`);
    const isSingle = (block.body.get("count") ?? block.body.get("for_each") ?? null) === null;
    const key = isSingle ? undefined : steps.shift();
    const [attribute, ...inner] = steps;
    const instance = this.listInstances(address, block).find((each) => each.key === key);
    if (attribute === undefined) return undefined;
    if (instance === undefined) throw new UnreadError(`${address} has no such instance`);
    if (attribute === "id") return takeSteps(this.#evaluateId(instance), inner);
    const value = this.#evaluate(instance, attribute);
    const isComputed = SETTINGS.some((setting) => setting.attribute === attribute);
    if ((isComputed && value === null) || readLifecycle(block.body).ignored.has(attribute))
      throw terraformOnly(`the stack alone does not tell the value of ${instance.address}.${attribute}`);
    return takeSteps(value, inner);
  }

  #evaluateId(instance: QueueInstance): StackValue {
    const values = ["repo", "target_branch"].map((name) => [name, this.#evaluate(instance, name)] as const);
    const identity = tryToIdentity(new Map(values));
    if (identity === undefined) throw new UnreadError(`a part of ${instance.address}.id is missing`);
    return formatQueueId(identity);
  }
}

function listIndices(value: StackValue): number[] {
  const count = PRIMITIVES.number(value);
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > MAX_INSTANCES)
    throw new UnreadError(`it must be a whole number from 0 to ${MAX_INSTANCES}`);
  return Array.from({ length: count }, (_, index) => index);
}

function listEntries(value: StackValue): [string, StackValue][] {
  const entries = isMap(value) || isSet(value) ? [...value.entries()] : undefined;
  if (entries === undefined || entries.length > MAX_INSTANCES || entries.some(([key]) => key === null))
    throw new UnreadError("it must be a map, an object or a set of strings");
  return (entries as [string, StackValue][]).sort(([a], [b]) => (a < b ? -1 : 1));
}

import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId, REPOSITORY_PARTS } from "../queue/queue-identity";
import { escapeHclText } from "../text/escape-hcl-text";
import { suggestName } from "../text/suggest-name";
import { escapeLiteral } from "../text/terraform-template";
import type { Block, Configuration } from "./configuration";
import { Evaluator, takeSteps } from "./evaluator";
import { tryFindTrigger } from "./local-exec-block";
import { COMPUTED_ATTRIBUTES, QUEUE_ATTRIBUTES } from "./queue-attributes";
import { COMMENT } from "./read-json";
import { readLifecycle } from "./read-lifecycle";
import { convertValue } from "./types";
import { terraformOnly, UnreadError } from "./unread-error";
import type { Value, ValueMap } from "./values";
import { describeKind, hasSensitive, isMap, isSet, listFields, mark, toJson, unmark } from "./values";
import type { GivenValue } from "./variables";

/** Type of the resource that is a queue. */
export const QUEUE_TYPE = "mergequeue_queue";

/** Arguments of every resource, which are not attributes of a queue. */
const META_ARGUMENTS: ReadonlySet<string> = new Set([
  ...[COMMENT, "count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection"],
]);

/** Most instances of one block. */
const MAX_INSTANCES = 20_000;

/** One of the queues that a block stands for. */
export interface QueueInstance {
  /** `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Index with `count`, key with `for_each`; undefined with neither. */
  readonly key: string | undefined;
  readonly block: Block;
  /** What `each` and `count` mean. */
  readonly names: ValueMap;
}

/** Values of the attributes that are configured, by Terraform name; undefined where `faults` says why there is none. */
export interface QueueAttributes {
  readonly values: ReadonlyMap<string, Value | undefined>;
  /** Attribute and sentence. */
  readonly faults: readonly (readonly [string, string])[];
}

/** The blocks of queues in one configuration, and what references to them mean. */
export class QueueBlocks {
  readonly evaluator: Evaluator;
  readonly #configuration: Configuration;
  readonly #instances = new Map<Block, readonly QueueInstance[]>();

  /** @param given - values of variables by name */
  constructor(configuration: Configuration, given: ReadonlyMap<string, GivenValue>) {
    this.#configuration = configuration;
    this.evaluator = new Evaluator(configuration, given, (reference, isDecoded) =>
      reference.root === QUEUE_TYPE && !isDecoded
        ? this.#resolve(reference.steps)
        : tryFindTrigger(reference, isDecoded, configuration, this.evaluator),
    );
  }

  /** Lists the queues that a block stands for. @throws UnreadError if `count` or `for_each` is not known, or wrong */
  listInstances(address: string, block: Block): readonly QueueInstance[] {
    const known = this.#instances.get(block);
    if (known !== undefined) return known;
    const [count, forEach] = ["count", "for_each"].map((name) => block.body.get(name) ?? null);
    const evaluate = (node: typeof count): Value =>
      this.evaluator.within(address, () => this.evaluator.evaluate(node ?? null));
    if (count !== null && forEach !== null) throw new UnreadError("a block has count or for_each, not both");
    let instances: QueueInstance[] = [{ address, key: undefined, block, names: new Map() }];
    if (count !== null) {
      instances = listIndices(evaluate(count)).map((index) => {
        const names = toNames("count", [["index", index]]);
        return { address: `${address}[${index}]`, key: String(index), block, names };
      });
    } else if (forEach !== null) {
      instances = listEntries(evaluate(forEach)).map(([key, value]) => {
        const names = toNames("each", [
          ["key", key],
          ["value", value],
        ]);
        return { address: `${address}["${escapeHclText(escapeLiteral(key))}"]`, key, block, names };
      });
    }
    this.#instances.set(block, instances);
    return instances;
  }

  /** Evaluates everything that is configured for a queue. */
  evaluateAttributes(instance: QueueInstance): QueueAttributes {
    const faults: (readonly [string, string])[] = [];
    const names = [...instance.block.body.keys()].filter((name) => !META_ARGUMENTS.has(name));
    const values = names.map((name) => {
      try {
        if (QUEUE_ATTRIBUTES.has(name)) return [name, this.#evaluate(instance, name)] as const;
        const suggestion = suggestName(name, QUEUE_ATTRIBUTES.keys());
        faults.push([name, `A queue has no attribute of this name.${suggestion}`]);
      } catch (error) {
        if (!(error instanceof UnreadError)) throw error;
        faults.push([name, error.describe()]);
      }
      return [name, undefined] as const;
    });
    return { values: new Map(values), faults };
  }

  #evaluate({ address, block, names }: QueueInstance, name: string): Value {
    const type = QUEUE_ATTRIBUTES.get(name);
    if (type === undefined) throw new UnreadError(`a queue has no attribute ${name}`);
    return this.evaluator.within(`${address}.${name}`, () => {
      const value = this.evaluator.evaluate(block.body.get(name) ?? null, names);
      const { plain, isSensitive } = unmark(value);
      // A nested attribute has these fields and no others.
      const isObject = typeof type !== "string" && type.kind === "object";
      const unknown = isObject && isMap(plain) && [...plain.keys()].find((key) => !type.fields.includes(key));
      if (typeof unknown === "string")
        throw new UnreadError(`there is no attribute ${isSensitive ? "of one of the names" : unknown} in it`);
      if (type === "any" && plain !== null && !isMap(plain))
        throw new UnreadError(`an object is required, not ${describeKind(plain)}`);
      return convertValue(value, type);
    });
  }

  /** `NAME.ATTRIBUTE`, with a key behind the name where the block has `count` or `for_each`. */
  #resolve([name = "", ...steps]: readonly string[]): Value | undefined {
    const address = `${QUEUE_TYPE}.${name}`;
    const block = this.#configuration.resources.get(address);
    if (block === undefined) throw new UnreadError(`there is no resource ${address} in this stack`);
    const instances = this.listInstances(address, block);
    const isSingle = (block.body.get("count") ?? block.body.get("for_each") ?? null) === null;
    const key = isSingle ? undefined : steps.shift();
    const [attribute, ...inner] = steps;
    const instance = instances.find((each) => each.key === key);
    if (attribute === undefined) return undefined;
    if (instance === undefined) throw new UnreadError(`${address} has no such instance`);
    if (attribute === "id") return takeSteps(this.#evaluateId(instance), inner);
    const value = this.#evaluate(instance, attribute);
    const isComputed = COMPUTED_ATTRIBUTES.has(attribute) && unmark(value).plain === null;
    if (isComputed || readLifecycle(block.body).ignored.has(attribute))
      throw terraformOnly(`the stack alone does not say ${instance.address}.${attribute}`);
    return takeSteps(value, inner);
  }

  #evaluateId(instance: QueueInstance): Value {
    const [repo = null, branch = null] = ["repo", "target_branch"].map((name) =>
      this.#evaluate(instance, name),
    );
    const identity = tryToIdentity(repo, branch);
    if (identity === undefined) throw new UnreadError(`a part of ${instance.address}.id is missing`);
    return mark(formatQueueId(identity), hasSensitive(repo) || hasSensitive(branch));
  }
}

/** Returns the queue that two attributes identify; undefined if a part is missing. */
export function tryToIdentity(repo: Value, branch: Value): QueueIdentity | undefined {
  const fields = listFields(repo);
  const parts = [...REPOSITORY_PARTS.map((part) => fields.get(part) ?? null), branch].map(toJson);
  const [host, owner, name, targetBranch] = parts.filter((part) => typeof part === "string");
  return targetBranch === undefined || host === undefined || owner === undefined || name === undefined
    ? undefined
    : { repo: { host, owner, name }, targetBranch };
}

function listIndices(value: Value): number[] {
  const count = convertValue(value, "number");
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > MAX_INSTANCES)
    throw new UnreadError(`it must be a whole number from 0 to ${MAX_INSTANCES}, and not sensitive`);
  return Array.from({ length: count }, (_, index) => index);
}

function listEntries(value: Value): (readonly [string, Value])[] {
  const entries = isMap(value) || isSet(value) ? [...value.entries()] : [];
  const isReadable = (isMap(value) || isSet(value)) && !(isSet(value) && value.has(null));
  if (!isReadable || entries.length > MAX_INSTANCES)
    throw new UnreadError("it must be a map, an object or a set of strings, and not sensitive");
  return (entries as [string, Value][]).sort(([a], [b]) => (a < b ? -1 : 1));
}

function toNames(name: string, fields: readonly (readonly [string, Value])[]): ValueMap {
  return new Map([[name, new Map(fields)]]);
}

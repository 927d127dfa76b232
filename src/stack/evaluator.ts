import { QUEUE_TYPE } from "../queue/vocabulary";
import { normalizeText } from "../text/normalize-text";
import { quote } from "../text/quote";
import { tryParseExpression } from "../text/terraform-expression";
import { isJsonList, isJsonObject, type JsonNode, type JsonObject } from "../text/terraform-json";
import { splitTemplate, type TemplatePart, unescapeLiteral } from "../text/terraform-template";
import type { Configuration } from "./configuration";
import { type DecodedReference, NULL_TYPE, tryFindQueueSteps } from "./local-exec-block";
import { convertStrings, toText } from "./types";
import { explain, terraformOnly, UnreadError } from "./unread-error";
import {
  describeKind,
  isList,
  isMap,
  isSet,
  type MarkedValue,
  type StackValue,
  type ValueMap,
} from "./values";
import { type GivenValue, resolveVariable } from "./variables";

/** What references can refer to: blocks of the stack, given values of variables by name, and queues. */
interface References {
  readonly configuration: Configuration;
  readonly given: ReadonlyMap<string, GivenValue>;
  /** Returns the value of a queue's attribute; undefined if only Terraform knows the value. */
  readonly findQueueValue: (address: string, steps: readonly string[]) => StackValue | undefined;
}

/** Limits against hostile stacks. Real stacks stay far below these limits. */
const MAX_VALUES = 1_000_000;
const MAX_STRING_LENGTH = 1_000_000;
const MAX_DEPTH = 100;

/** Evaluates the literals, references and template strings of one stack. */
export class Evaluator {
  readonly #references: References;
  readonly #running = new Set<string>();
  #spent = 0;
  #isSensitive = false;

  constructor(references: References) {
    this.#references = references;
  }

  /** Evaluates a value and finds out whether it is sensitive. @param evaluate - calls {@link evaluate} */
  evaluateMarked(evaluate: () => StackValue): MarkedValue {
    const isOuterSensitive = this.#isSensitive;
    this.#isSensitive = false;
    try {
      const value = evaluate();
      return { value, isSensitive: this.#isSensitive };
    } finally {
      this.#isSensitive ||= isOuterSensitive;
    }
  }

  /** Evaluates a node with the given `each` and `count`. @throws UnreadError if the value is unknown */
  evaluate(node: JsonNode, names: ValueMap = new Map()): StackValue {
    this.#spend(1);
    if (typeof node === "string") return this.#evaluateText(node, names);
    if (isJsonObject(node)) return this.#evaluateObject(node, names);
    return isJsonList(node) ? node.map((item) => this.evaluate(item, names)) : node;
  }

  /** Evaluates what a name stands for. @throws UnreadError if it refers to itself or is nested too deep */
  within(name: string, evaluate: () => StackValue): StackValue {
    if (this.#running.has(name) || this.#running.size >= MAX_DEPTH) {
      const path = [...this.#running, name].slice(-5).join(" → ");
      throw new UnreadError(`${name} refers to itself, or references are nested too deep: ${path}`);
    }
    this.#running.add(name);
    try {
      return evaluate();
    } finally {
      this.#running.delete(name);
    }
  }

  #evaluateText(text: string, names: ValueMap): StackValue {
    const parts = splitTemplate(text);
    let joined = "";
    for (const part of parts) {
      const value = this.#evaluatePart(part, names);
      // A single expression keeps its type.
      if (part.kind === "expression" && parts.length === 1) return value;
      joined += explain(part.text, () => toText(value));
      this.#spend(joined.length / 64);
      if (joined.length > MAX_STRING_LENGTH) throw new UnreadError("the string is too long");
    }
    return normalizeText(joined);
  }

  #evaluatePart(part: TemplatePart, names: ValueMap): StackValue {
    if (part.kind === "literal") return unescapeLiteral(part.text);
    return explain(part.text, () => {
      const isRead = part.isClosed && part.text.startsWith("${");
      const expression = isRead ? tryParseExpression(part.text.slice(2, -1)) : undefined;
      if (expression === undefined) throw terraformOnly();
      const { conversion, isDecoded, operand } = expression;
      const value =
        "literal" in operand ? operand.literal : this.#resolve({ ...operand.reference, isDecoded }, names);
      if (value === undefined) throw terraformOnly();
      this.#charge(value);
      return conversion === undefined ? value : convertStrings(value, conversion);
    });
  }

  #resolve(reference: DecodedReference, names: ValueMap): StackValue | undefined {
    const { configuration, given, findQueueValue } = this.#references;
    const { root, steps, isDecoded } = reference;
    const [name = "", ...inner] = steps;
    const own = names.get(root);
    if (root === NULL_TYPE) {
      const [address, ...attribute] = tryFindQueueSteps(reference, configuration.resource) ?? [];
      return address === undefined ? undefined : findQueueValue(address, attribute);
    }
    if (isDecoded || steps.length === 0) return undefined;
    if (own !== undefined) return takeSteps(own, steps);
    if (root === "local") return this.#evaluateLocal(name, inner);
    if (root === QUEUE_TYPE) return findQueueValue(`${root}.${name}`, inner);
    if (root !== "var") return undefined;
    const block = configuration.variable.get(name);
    if (block === undefined) throw new UnreadError(`there is no variable ${name} in this stack`);
    const { value, isSensitive } = resolveVariable(name, block, given.get(name));
    this.#isSensitive ||= isSensitive;
    return takeSteps(value, inner);
  }

  /** Evaluates a local value. If the value is an object, evaluates only the requested field. */
  #evaluateLocal(name: string, steps: readonly string[]): StackValue {
    const local = this.#references.configuration.locals.get(name)?.body.get("value");
    if (local === undefined) throw new UnreadError(`there is no local value ${name} in this stack`);
    const rest = [...steps];
    let node: JsonNode = local;
    while (isJsonObject(node) && rest[0] !== undefined && !rest[0].includes("{") && node.has(rest[0]))
      node = node.get(rest.shift() ?? "") ?? null;
    const found = node;
    const value = this.within(`local.${name}`, () => this.evaluate(found));
    return takeSteps(value, rest);
  }

  #evaluateObject(node: JsonObject, names: ValueMap): StackValue {
    const fields = new Map<string, StackValue>();
    for (const [key, inner] of node) {
      const { value: name, isSensitive } = this.evaluateMarked(() => this.#evaluateText(key, names));
      if (typeof name !== "string" || isSensitive)
        throw new UnreadError("a key of an object must be a string, and not sensitive");
      if (fields.has(name)) throw new UnreadError("two keys of an object have the same value");
      fields.set(name, this.evaluate(inner, names));
    }
    return fields;
  }

  #charge(value: StackValue): void {
    this.#spend(1);
    if (isSet(value)) this.#spend(value.size);
    else if (isList(value) || isMap(value)) for (const item of value.values()) this.#charge(item);
  }

  #spend(values: number): void {
    this.#spent += values;
    if (this.#spent > MAX_VALUES) throw new UnreadError("the stack contains too many values");
  }
}

/** Follows the steps of a reference into a value. @throws UnreadError if a step does not exist */
export function takeSteps(start: StackValue, steps: readonly string[]): StackValue {
  return steps.reduce<StackValue>((value, step) => {
    const found = tryTakeStep(value, step);
    if (found === undefined) throw new UnreadError(`${describeKind(value)} has no ${quote(step)}`);
    return found;
  }, start);
}

function tryTakeStep(value: StackValue, step: string): StackValue | undefined {
  if (isMap(value)) return value.get(step);
  return isList(value) && /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
}

import { quote } from "../text/quote";
import { splitTemplate, unescapeLiteral } from "../text/terraform-template";
import type { Configuration } from "./configuration";
import type { Expression, Reference } from "./parse-expression";
import { parseExpression } from "./parse-expression";
import type { JsonNode, JsonObject } from "./read-json";
import { isJsonList, isObject, toTfString } from "./read-json";
import { convertValue, toText } from "./types";
import { explain, terraformOnly, UnreadError } from "./unread-error";
import type { Value, ValueMap } from "./values";
import { describeKind, isList, isMap, isSet, mark, unmark } from "./values";
import type { GivenValue } from "./variables";
import { resolveVariable } from "./variables";

/**
 * Returns what a reference to a resource means; undefined if only Terraform knows it.
 * @param isDecoded - whether the reference stands in `jsondecode()`
 */
type FindResource = (reference: Reference, isDecoded: boolean) => Value | undefined;

const NO_NAMES: ValueMap = new Map();

/** Bounds of what a stack may cost, far above real ones (promise S-18): values, characters, nested references. */
const MAX_VALUES = 1_000_000;
const MAX_STRING_LENGTH = 1_000_000;
const MAX_DEPTH = 100;

/** Evaluates the values of one stack: literals, references, and strings made of them. */
export class Evaluator {
  readonly #configuration: Configuration;
  readonly #given: ReadonlyMap<string, GivenValue>;
  readonly #findResource: FindResource;
  readonly #running = new Set<string>();
  #spent = 0;

  /** @param given - values of variables by name */
  constructor(
    configuration: Configuration,
    given: ReadonlyMap<string, GivenValue>,
    findResource: FindResource,
  ) {
    this.#configuration = configuration;
    this.#given = given;
    this.#findResource = findResource;
  }

  /**
   * Evaluates a value of the stack.
   * @param names - what `each` and `count` mean
   * @throws UnreadError if the value is not known here
   */
  evaluate(node: JsonNode, names = NO_NAMES): Value {
    this.#spend(1);
    if (typeof node === "string") return this.#evaluateText(node, names);
    if (isObject(node)) return this.#evaluateObject(node, names);
    return isJsonList(node) ? node.map((item) => this.evaluate(item, names)) : node;
  }

  /** Evaluates what a name stands for. @throws UnreadError if that leads back to the name, or too deep */
  within(name: string, evaluate: () => Value): Value {
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

  #evaluateText(text: string, names: ValueMap): Value {
    if (!text.includes("{")) return toTfString(text);
    const parts = splitTemplate(text);
    let joined = "";
    let isSensitive = false;
    for (const part of parts) {
      const expression = part.kind === "expression" ? part.text : undefined;
      const value =
        part.kind === "expression"
          ? explain(expression, () => this.#evaluatePart(part.text, part.isClosed, names))
          : unescapeLiteral(part.text);
      // An expression alone keeps its type.
      if (expression !== undefined && parts.length === 1) return value;
      const { plain, isSensitive: isMarked } = unmark(value);
      joined += explain(expression, () => toText(plain));
      isSensitive ||= isMarked;
      this.#spend(joined.length / 64);
      if (joined.length > MAX_STRING_LENGTH) throw new UnreadError("the string is too long");
    }
    return mark(toTfString(joined), isSensitive);
  }

  #evaluatePart(text: string, isClosed: boolean, names: ValueMap): Value {
    const isExpression = isClosed && text.startsWith("${");
    const expression = isExpression ? parseExpression(text.slice(2, -1)) : undefined;
    const value = expression && this.#evaluateExpression(expression, names);
    if (value === undefined) throw terraformOnly();
    this.#charge(value);
    return value;
  }

  #evaluateExpression(expression: Expression, names: ValueMap): Value | undefined {
    if (expression.kind === "literal") return expression.value;
    if (expression.kind === "reference") return this.#resolve(expression, names);
    const { kind, operand } = expression;
    if (kind === "jsondecode") {
      return operand.kind === "reference" ? this.#findResource(operand, true) : undefined;
    }
    const value = this.#evaluateExpression(operand, names);
    return value && convertValue(value, { kind: kind === "toset" ? "set" : "list", element: "any" });
  }

  #resolve(reference: Reference, names: ValueMap): Value | undefined {
    const { root, steps } = reference;
    const [name = "", ...inner] = steps;
    const own = names.get(root);
    if (own !== undefined && steps.length > 0) return takeSteps(own, steps);
    if (root === "var") {
      const block = this.#configuration.variables.get(name);
      if (block === undefined) throw new UnreadError(`there is no variable ${name} in this stack`);
      return takeSteps(resolveVariable(name, block, this.#given.get(name)), inner);
    }
    return root === "local" ? this.#evaluateLocal(name, inner) : this.#findResource(reference, false);
  }

  /** Of objects only the field that is asked for is evaluated. */
  #evaluateLocal(name: string, steps: readonly string[]): Value {
    const local = this.#configuration.locals.get(name);
    if (local === undefined) throw new UnreadError(`there is no local value ${name} in this stack`);
    return this.within(`local.${name}`, () => {
      let { node } = local;
      let taken = 0;
      for (; isObject(node) && ![...node.keys()].some((key) => key.includes("{")); taken += 1) {
        const field = node.get(steps[taken] ?? "");
        if (field === undefined || taken === steps.length) break;
        node = field;
      }
      return takeSteps(this.evaluate(node), steps.slice(taken));
    });
  }

  #evaluateObject(node: JsonObject, names: ValueMap): Value {
    const fields = new Map<string, Value>();
    let isSensitive = false;
    for (const [keyText, inner] of node) {
      const key = unmark(this.#evaluateText(keyText, names));
      const name = toText(key.plain);
      if (fields.has(name)) throw new UnreadError("two keys of an object have the same value");
      isSensitive ||= key.isSensitive;
      fields.set(name, this.evaluate(inner, names));
    }
    return mark(fields, isSensitive);
  }

  /** Accounts for a value that a reference repeats. */
  #charge(marked: Value): void {
    this.#spend(1);
    const { plain } = unmark(marked);
    if (isSet(plain)) this.#spend(plain.size);
    else if (isList(plain) || isMap(plain)) for (const item of plain.values()) this.#charge(item);
  }

  #spend(values: number): void {
    this.#spent += values;
    if (this.#spent > MAX_VALUES) throw new UnreadError("the stack contains too many values");
  }
}

/** Takes steps into a value. @throws UnreadError if the value does not have what is asked for */
export function takeSteps(start: Value, steps: readonly string[]): Value {
  let value = start;
  for (const step of steps) {
    const { plain, isSensitive } = unmark(value);
    const isIndex = isList(plain) && /^(?:0|[1-9]\d*)$/.test(step);
    const found = isIndex ? plain[Number(step)] : isMap(plain) ? plain.get(step) : undefined;
    if (found === undefined) throw new UnreadError(`${describeKind(plain)} has no ${quote(step)}`);
    value = mark(found, isSensitive);
  }
  return value;
}

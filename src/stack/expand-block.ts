import type { Evaluation } from "../hcl/evaluate/scope";
import { convertValue } from "../hcl/values/convert-value";
import { HclNumber } from "../hcl/values/hcl-number";
import type { HclValue } from "../hcl/values/hcl-value";
import { HclList, HclMap } from "../hcl/values/hcl-value";
import type { Block } from "./configuration";
import type { NodeFault } from "./evaluate-node";
import { tryEvaluateNode } from "./evaluate-node";

/** One of the resources that a block stands for. */
export interface BlockInstance {
  /** Index with `count`, key with `for_each`, undefined with neither. */
  readonly key: number | string | undefined;
  /** With what its values are evaluated: `each` and `count` have their meaning. */
  readonly evaluation: Evaluation;
}

/** What a block stands for, or why that is not known. */
export type Expansion =
  | { readonly instances: readonly BlockInstance[] }
  | { readonly argument: "count" | "for_each"; readonly fault: NodeFault };

/** Most instances of one block. */
const MAX_INSTANCES = 20_000;

/** Answers the resources that a block stands for: one, or as many as `count` or `for_each` says. */
export function expandBlock({ body }: Block, evaluation: Evaluation): Expansion {
  const count = body.get("count") ?? null;
  const forEach = body.get("for_each") ?? null;
  if (count !== null && forEach !== null)
    return refuse("for_each", "A block has count or for_each, not both.");
  if (count !== null) {
    const result = tryEvaluateNode(count, evaluation, (value) => convertValue(value, "number"));
    return result.fault === undefined
      ? expandCount(result.value, evaluation)
      : { argument: "count", fault: result.fault };
  }
  if (forEach !== null) {
    const result = tryEvaluateNode(forEach, evaluation);
    return result.fault === undefined
      ? expandForEach(result.value, evaluation)
      : { argument: "for_each", fault: result.fault };
  }
  return { instances: [{ key: undefined, evaluation }] };
}

function expandCount(value: HclValue, evaluation: Evaluation): Expansion {
  const count = value instanceof HclNumber ? value.tryToInteger() : undefined;
  if (count === undefined || count < 0 || count > MAX_INSTANCES) {
    return refuse("count", `It must be a whole number from 0 to ${MAX_INSTANCES}, and nothing sensitive.`);
  }
  return {
    instances: Array.from({ length: count }, (_, index) => ({
      key: index,
      evaluation: withName(evaluation, "count", [["index", HclNumber.of(index)]]),
    })),
  };
}

function expandForEach(value: HclValue, evaluation: Evaluation): Expansion {
  const entries = listEntries(value);
  if (entries === undefined) {
    return refuse("for_each", "It must be a map, an object or a set of strings, and nothing sensitive.");
  }
  return {
    instances: entries.map(([key, element]) => ({
      key,
      evaluation: withName(evaluation, "each", [
        ["key", key],
        ["value", element],
      ]),
    })),
  };
}

function listEntries(value: HclValue): [string, HclValue][] | undefined {
  if (value instanceof HclMap) return [...value.fields];
  if (!(value instanceof HclList) || value.kind !== "set") return undefined;
  const texts = value.items.filter((item) => typeof item === "string");
  return texts.length < value.items.length ? undefined : texts.map((text) => [text, text]);
}

function withName(evaluation: Evaluation, name: string, fields: readonly [string, HclValue][]): Evaluation {
  return { ...evaluation, names: new Map([...evaluation.names, [name, new HclMap("object", fields)]]) };
}

function refuse(argument: "count" | "for_each", message: string): Expansion {
  return { argument, fault: { kind: "invalid", message } };
}

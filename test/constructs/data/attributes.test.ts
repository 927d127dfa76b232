import { ComplexObject, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import {
  DataMergeQueue,
  DataMergeQueueMetrics,
  DataMergeQueuePullRequest,
  DataMergeQueuePullRequests,
  DataMergeQueueTestRun,
} from "../../../src/constructs";
import type { Attribute, Attributes } from "../../../src/plugin/schema";
import { DATA_SOURCES } from "../../../src/provider/provider-definition";
import { toWireName } from "../../../src/queue/attribute-name";
import { makeStack, resolveTokens, WEB } from "../synth";

const CONSTRUCTS: readonly (readonly [string, (scope: Construct) => Construct])[] = [
  ["mergequeue_queue", (scope) => new DataMergeQueue(scope, "x", WEB)],
  ["mergequeue_pull_request", (scope) => new DataMergeQueuePullRequest(scope, "x", { ...WEB, number: 7 })],
  ["mergequeue_pull_requests", (scope) => new DataMergeQueuePullRequests(scope, "x", WEB)],
  ["mergequeue_test_run", (scope) => new DataMergeQueueTestRun(scope, "x", { ...WEB, testRunId: "r" })],
  ["mergequeue_metrics", (scope) => new DataMergeQueueMetrics(scope, "x")],
];

/** Members of constructs and of the library's references that are not attributes. */
const OWN: readonly string[] = [
  ...["fqn", "element", "dataSource", "node", "_fqn"],
  ...Object.keys(new ComplexObject({} as never, "x", false, 0)),
];

/** Returns the names of a value's fields and getters, without those of the library's class it extends. */
function listMembers(value: object): string[] {
  const names = Object.keys(value);
  for (
    let prototype: object | null = Object.getPrototypeOf(value) as object;
    prototype !== null && !["Construct", "ComplexObject"].includes(prototype.constructor.name);
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    const members = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    names.push(...members.filter(([, member]) => member.get !== undefined).map(([name]) => name));
  }
  return [...new Set(names)].filter((name) => !OWN.includes(name)).sort();
}

/** Checks that the properties of a value lead to exactly these attributes, at every depth. */
function expectAttributes(stack: TerraformStack, value: object, attributes: Attributes, path: string): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const getter = (value as Readonly<Record<string, unknown>>)[toWireName(name)];
    expect([name, typeof getter]).toEqual([name, typeOf(attribute)]);
    expectAttribute(stack, getter, attribute, `${path}.${name}`);
  }
}

function expectAttribute(stack: TerraformStack, value: unknown, attribute: Attribute, path: string): void {
  if ("attributes" in attribute) {
    if (attribute.nesting === "list") {
      const list = value as { get(index: number): object; readonly count: number };
      expect(resolveTokens(stack, list)).toBe(`\${${path}}`);
      expect(resolveTokens(stack, list.count)).toBe(`\${length(${path})}`);
      const element = list.get(2);
      expect(resolveTokens(stack, element)).toBe(`\${${path}[2]}`);
      expect(listMembers(element)).toEqual(Object.keys(attribute.attributes).map(toWireName).sort());
      expectAttributes(stack, element, attribute.attributes, `${path}[2]`);
    } else expectAttributes(stack, value as object, attribute.attributes, path);
    return;
  }
  const { type } = attribute;
  if (typeof type === "object" && "map" in type) {
    expect(type).toEqual({ map: "string" });
    const element = (value as { lookup(key: string): string }).lookup("a b");
    expect(resolveTokens(stack, element)).toBe(`\${${path}["a b"]}`);
    return;
  }
  const isSet = typeof type === "object" && "set" in type;
  expect(resolveTokens(stack, value)).toBe(isSet ? `\${tolist(${path})}` : `\${${path}}`);
}

/** Returns the JavaScript type of what stands for an attribute. */
function typeOf(attribute: Attribute): "string" | "number" | "object" {
  if ("attributes" in attribute) return "object";
  return attribute.type === "string" || attribute.type === "number" ? attribute.type : "object";
}

test("S-27: every data source of the provider has a construct", () => {
  expect(CONSTRUCTS.map(([type]) => type).sort()).toEqual(Object.keys(DATA_SOURCES).sort());
});

test.each(CONSTRUCTS)("S-27: the properties for %s are the attributes of its schema", (type, create) => {
  const stack = makeStack();
  const construct = create(stack);
  const attributes = DATA_SOURCES[type]?.schema.attributes ?? {};

  expect(listMembers(construct)).toEqual(Object.keys(attributes).map(toWireName).sort());
  expectAttributes(stack, construct, attributes, `data.${type}.x`);
});

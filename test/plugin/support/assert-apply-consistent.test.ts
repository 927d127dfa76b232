import type { Schema } from "../../../src/plugin/schema/schema";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import {
  DynamicValue,
  makeObject,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/values/value";
import { assertApplyConsistent, assertPlanRepeated } from "./assert-apply-consistent";

const SCHEMA: Schema = {
  version: 0,
  description: "A thing.",
  attributes: {
    plain: { description: "d", type: "string", optional: true, computed: true },
    list: { description: "d", type: { list: "string" }, optional: true },
    tags: { description: "d", type: { set: "string" }, optional: true },
    labels: { description: "d", type: { map: "number" }, optional: true },
    pair: { description: "d", type: { tuple: ["string", "bool"] }, optional: true },
    any: { description: "d", type: "dynamic", optional: true },
    secret: { description: "d", type: "string", optional: true, sensitive: true },
    one: {
      description: "d",
      nesting: "single",
      attributes: { host: { description: "h", type: "string", optional: true } },
      optional: true,
    },
  },
};

type Given = { [name: string]: Value };

function thing(given: Given = {}): ObjectValue {
  return makeObject(toObjectType(SCHEMA.attributes), given);
}

describe("assertApplyConsistent", () => {
  test.each<[string, Given, Given]>([
    [
      "C-32: what was unknown may become anything",
      { plain: UNKNOWN, list: UNKNOWN, one: UNKNOWN },
      { plain: null, list: ["a"] },
    ],
    [
      "C-32: what was known is kept",
      { plain: "a", labels: new Map([["k", TfNumber.of(1)]]) },
      { plain: "a", labels: new Map([["k", TfNumber.parse("1.0")]]) },
    ],
    [
      "unknown parts of known values may become anything",
      { list: ["a", UNKNOWN], one: new Map([["host", UNKNOWN]]) },
      { list: ["a", "b"], one: new Map([["host", "h"]]) },
    ],
    ["C-50: a set may come in another order", { tags: ["a", "b"] }, { tags: ["b", "a"] }],
    [
      "C-50: unknown elements of a set may turn out equal",
      { tags: ["a", UNKNOWN, UNKNOWN] },
      { tags: ["a", "b"] },
    ],
    [
      "a dynamic value keeps type and value",
      { any: new DynamicValue("string", UNKNOWN) },
      { any: new DynamicValue("string", "x") },
    ],
  ])("%s", (_rule, planned, applied) => {
    expect(() => {
      assertApplyConsistent(SCHEMA, thing(planned), thing(applied));
    }).not.toThrow();
  });

  test.each<[string, Given, Given, string]>([
    ["C-32: another value than planned", { plain: "a" }, { plain: "b" }, 'plain was "a", but now "b"'],
    ["C-32: null where a value was planned", { plain: "a" }, {}, 'plain was "a", but now null'],
    ["C-51: an unknown value", { plain: UNKNOWN }, { plain: UNKNOWN }, "plain is unknown after apply"],
    ["C-50: a shorter list", { list: ["a", "b"] }, { list: ["a"] }, "list[1] has vanished"],
    [
      "C-50: a list in another order",
      { list: ["a", "b"] },
      { list: ["b", "a"] },
      'list[0] was "a", but now "b"',
    ],
    [
      "C-50: a set without a planned element",
      { tags: ["a", "b"] },
      { tags: ["a"] },
      'tags: planned element "b" has vanished',
    ],
    [
      "C-50: a set with another element",
      { tags: ["a"] },
      { tags: ["a", "b"] },
      'tags: element "b" was not planned',
    ],
    [
      "C-21: a sensitive value, which is not in the message",
      { secret: "s3cret" },
      { secret: "x" },
      "secret is sensitive and inconsistent",
    ],
    [
      "another type of a dynamic value",
      { any: new DynamicValue("string", UNKNOWN) },
      { any: new DynamicValue("bool", true) },
      "any has another type than planned",
    ],
    ["C-13: a wrong type", {}, { pair: ["a"] }, "pair: a tuple of 2 is required"],
  ])("%s is refused", (_rule, planned, applied, fault) => {
    expect(() => {
      assertApplyConsistent(SCHEMA, thing(planned), thing(applied));
    }).toThrow(fault);
  });

  test("C-56: a destroy ends in null, and other applies do not", () => {
    assertApplyConsistent(SCHEMA, null, null);
    expect(() => {
      assertApplyConsistent(SCHEMA, null, thing());
    }).toThrow("absence was planned, but the object is present");
    expect(() => {
      assertApplyConsistent(SCHEMA, thing(), null);
    }).toThrow("existence was planned, but the object is absent");
  });
});

describe("assertPlanRepeated", () => {
  test("C-36: unknown values may become known or remain unknown", () => {
    assertPlanRepeated(
      SCHEMA,
      thing({ plain: UNKNOWN, list: UNKNOWN }),
      thing({ plain: "a", list: UNKNOWN }),
    );
    assertPlanRepeated(SCHEMA, null, null);
  });

  test.each<[string, Given, Given, string]>([
    ["another value", { plain: "a" }, { plain: "b" }, 'plain was "a", but now "b"'],
    ["a known value that is forgotten", { plain: "a" }, { plain: UNKNOWN }, 'plain was "a", but now ?'],
  ])("C-36: %s is refused", (_rule, planned, final, fault) => {
    expect(() => {
      assertPlanRepeated(SCHEMA, thing(planned), thing(final));
    }).toThrow(`Provider produced inconsistent final plan:\n- ${fault}`);
  });
});

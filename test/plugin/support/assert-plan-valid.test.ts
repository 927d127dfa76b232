import type { Schema } from "../../../src/plugin/schema/schema";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { makeObject, type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { assertPlanValid } from "./assert-plan-valid";

const inner = {
  host: { description: "h", type: "string", required: true },
  port: { description: "p", type: "number", optional: true, computed: true },
} as const;

const SCHEMA: Schema = {
  version: 0,
  description: "A thing.",
  attributes: {
    plain: { description: "d", type: "string", optional: true },
    both: { description: "d", type: "number", optional: true, computed: true },
    computed: { description: "d", type: "string", computed: true },
    tags: { description: "d", type: { set: "string" }, optional: true },
    secret: { description: "d", type: "string", optional: true, sensitive: true },
    once: { description: "d", type: "string", optional: true, writeOnly: true },
    one: { description: "d", nesting: "single", attributes: inner, optional: true },
    list: { description: "d", nesting: "list", attributes: inner, optional: true },
    map: { description: "d", nesting: "map", attributes: inner, optional: true },
    set: { description: "d", nesting: "set", attributes: inner, optional: true },
  },
};

function thing(given: { [name: string]: Value } = {}): ObjectValue {
  return makeObject(toObjectType(SCHEMA.attributes), given);
}

function server(host: Value, port: Value = null): ObjectValue {
  return new Map([
    ["host", host],
    ["port", port],
  ]);
}

type Given = { [name: string]: Value };

describe("assertPlanValid", () => {
  test.each<[string, Given | null, Given, Given]>([
    ["C-30: what is configured is planned as configured", null, { plain: "a" }, { plain: "a" }],
    ["C-30: what is configured may keep its prior spelling", { plain: "A" }, { plain: "a" }, { plain: "A" }],
    ["C-30: a set in another order is the same", null, { tags: ["a", "b"] }, { tags: ["b", "a"] }],
    [
      "C-30: a number written differently is the same",
      null,
      { both: TfNumber.of(1) },
      { both: TfNumber.parse("1.0") },
    ],
    ["C-31: a computed attribute may be anything", null, {}, { both: TfNumber.of(1), computed: UNKNOWN }],
    ["C-31: unknown stays unknown", null, { plain: UNKNOWN, one: UNKNOWN }, { plain: UNKNOWN, one: UNKNOWN }],
    ["C-42: a write-only attribute is null", null, { once: "x" }, {}],
    ["nested attributes obey the same rules", null, { one: server("a") }, { one: server("a", UNKNOWN) }],
    [
      "a nested prior spelling is kept",
      { one: server("A") },
      { one: server("a") },
      { one: server("A", UNKNOWN) },
    ],
    [
      "elements of lists are compared by place",
      null,
      { list: [server("a")] },
      { list: [server("a", UNKNOWN)] },
    ],
    [
      "elements of maps are compared by key",
      null,
      { map: new Map([["k", server("a")]]) },
      { map: new Map([["k", server("a", UNKNOWN)]]) },
    ],
    ["elements of sets are only counted", null, { set: [server("a")] }, { set: [server("b")] }],
    [
      "unknown elements of sets may turn out equal",
      null,
      { set: [server("a")] },
      { set: [server("a", UNKNOWN), server("b", UNKNOWN)] },
    ],
    [
      "a set of unknown size may become any",
      null,
      { set: [server(UNKNOWN)] },
      { set: [server("a"), server("b")] },
    ],
  ])("%s", (_rule, prior, config, planned) => {
    expect(() => {
      assertPlanValid(SCHEMA, prior && thing(prior), thing(config), thing(planned));
    }).not.toThrow();
  });

  test.each<[string, Given | null, Given, Given, string]>([
    [
      "C-30: another value than configured",
      null,
      { plain: "a" },
      { plain: "b" },
      'plain is planned as "b": neither configured ("a") nor prior (null)',
    ],
    [
      "C-30: prior only if something is configured",
      { plain: "a" },
      {},
      { plain: "a" },
      'plain is neither configured nor computed but planned as "a"',
    ],
    [
      "C-30: unknown for a configured value",
      null,
      { both: TfNumber.of(1) },
      { both: UNKNOWN },
      "both is planned as ?",
    ],
    ["C-30: null for a configured value", null, { both: TfNumber.of(1) }, {}, "both is planned as null"],
    [
      "C-31: a value for an attribute that is neither configured nor computed",
      null,
      {},
      { plain: "x" },
      "plain is neither configured nor computed",
    ],
    [
      "C-31: a known value for an unknown one",
      null,
      { plain: UNKNOWN },
      { plain: "x" },
      "plain is planned as",
    ],
    ["C-42: a value for a write-only attribute", null, {}, { once: "x" }, "once is write-only but planned"],
    [
      "C-21: a sensitive value, which is not in the message",
      null,
      { secret: "s3cret" },
      { secret: "x" },
      "secret is planned as a sensitive value: neither configured (a sensitive value)",
    ],
    [
      "C-31: a configured object as unknown",
      null,
      { one: server("a") },
      { one: UNKNOWN },
      "one is planned unknown for a configured value",
    ],
    [
      "a configured object as null",
      null,
      { one: server("a") },
      {},
      "one is planned for absence, but configured",
    ],
    [
      "an object that is not configured",
      null,
      {},
      { one: server("a") },
      "one is neither configured nor computed",
    ],
    ["another nested value", null, { one: server("a") }, { one: server("b") }, "one.host is planned as"],
    [
      "a known part of an unknown object",
      null,
      { one: UNKNOWN },
      { one: server("a") },
      "one.host is planned as",
    ],
    [
      "another count of a list",
      null,
      { list: [server("a")] },
      { list: [] },
      "list has another count than configured",
    ],
    [
      "a known list for an unknown one",
      null,
      { list: UNKNOWN },
      { list: [] },
      "list has another count than configured",
    ],
    [
      "another element of a list",
      null,
      { list: [server("a")] },
      { list: [server("b")] },
      "list[0].host is planned as",
    ],
    [
      "another key of a map",
      null,
      { map: new Map([["k", server("a")]]) },
      { map: new Map([["l", server("a")]]) },
      "map has other keys than configured",
    ],
    [
      "a known map for an unknown one",
      null,
      { map: UNKNOWN },
      { map: new Map() },
      "map has another count than configured",
    ],
    [
      "another element of a map",
      null,
      { map: new Map([["k", server("a")]]) },
      { map: new Map([["k", server("b")]]) },
      'map["k"].host is planned as',
    ],
    [
      "another count of a set",
      null,
      { set: [server("a")] },
      { set: [server("a"), server("b")] },
      "set has another count than configured",
    ],
    ["C-13: a wrong type", null, {}, { both: "x" }, "both: number is required"],
  ])("%s is refused", (_rule, prior, config, planned, fault) => {
    expect(() => {
      assertPlanValid(SCHEMA, prior && thing(prior), thing(config), thing(planned));
    }).toThrow(fault);
  });

  test("C-10: a missing attribute gives core's message", () => {
    expect(() => {
      assertPlanValid(SCHEMA, null, thing(), new Map([["plain", null]]));
    }).toThrow("an object with 10 attributes is required (1 given: plain)");
  });

  test("C-41: a destroy plans null, and other plans do not", () => {
    assertPlanValid(SCHEMA, thing(), null, null);
    expect(() => {
      assertPlanValid(SCHEMA, thing(), null, thing());
    }).toThrow("existence is planned, but the configuration wants absence");
    expect(() => {
      assertPlanValid(SCHEMA, thing(), thing(), null);
    }).toThrow("absence is planned, but the configuration wants existence");
  });

  test("every fault is listed", () => {
    expect(() => {
      assertPlanValid(SCHEMA, null, thing(), thing({ plain: "x", once: "y" }));
    }).toThrow(/- plain is[^]*- once is/);
  });
});

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
    one: { description: "d", nesting: "single", attributes: inner, optional: true },
    list: { description: "d", nesting: "list", attributes: inner, optional: true },
  },
};

type Given = { [name: string]: Value };

function thing(given: Given = {}): ObjectValue {
  return makeObject(toObjectType(SCHEMA.attributes), given);
}

function server(host: Value, port: Value = null): ObjectValue {
  return new Map([
    ["host", host],
    ["port", port],
  ]);
}

const ONE = TfNumber.of(1);

describe("assertPlanValid", () => {
  test.each<[string, Given | null, Given, Given]>([
    ["C-30: what is configured is planned as configured", null, { plain: "a" }, { plain: "a" }],
    ["C-30: what is configured may keep its prior spelling", { plain: "A" }, { plain: "a" }, { plain: "A" }],
    ["C-30: a set in another order is the same", null, { tags: ["a", "b"] }, { tags: ["b", "a"] }],
    ["C-31: a computed attribute may be anything", null, {}, { both: ONE, computed: UNKNOWN }],
    ["C-31: unknown stays unknown", null, { plain: UNKNOWN, one: UNKNOWN }, { plain: UNKNOWN, one: UNKNOWN }],
    ["nested attributes obey the same rules", null, { one: server("a") }, { one: server("a", UNKNOWN) }],
    ["lists are compared by place", null, { list: [server("a")] }, { list: [server("a", UNKNOWN)] }],
  ])("%s", (_rule, prior, config, planned) => {
    expect(() => {
      assertPlanValid(SCHEMA, prior && thing(prior), thing(config), thing(planned));
    }).not.toThrow();
  });

  test.each<[string, Given | null, Given, Given, string]>([
    [
      "C-30: another value",
      null,
      { plain: "a" },
      { plain: "b" },
      'plain is planned as "b": neither configured ("a")',
    ],
    [
      "C-30: a prior value that is not configured",
      { plain: "a" },
      {},
      { plain: "a" },
      "plain is neither configured",
    ],
    ["C-30: unknown for a known value", null, { both: ONE }, { both: UNKNOWN }, "both is planned as ?"],
    ["C-30: null for a configured value", null, { both: ONE }, {}, "both is planned as null"],
    [
      "C-31: a known value for an unknown one",
      null,
      { plain: UNKNOWN },
      { plain: "x" },
      "plain is planned as",
    ],
    [
      "C-21: a sensitive value",
      null,
      { secret: "s3cret" },
      { secret: "x" },
      "neither configured (a sensitive value)",
    ],
    ["C-31: an unknown object", null, { one: server("a") }, { one: UNKNOWN }, "one is planned unknown"],
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
    ["another count", null, { list: [server("a")] }, { list: [] }, "list has another count than configured"],
    ["a known list for an unknown one", null, { list: UNKNOWN }, { list: [] }, "list has another count"],
    ["another element", null, { list: [server("a")] }, { list: [server("b")] }, "list[0].host is planned as"],
    ["C-13: a wrong type", null, {}, { both: "x" }, "both: number is required"],
  ])("%s is refused", (_rule, prior, config, planned, fault) => {
    expect(() => {
      assertPlanValid(SCHEMA, prior && thing(prior), thing(config), thing(planned));
    }).toThrow(fault);
  });

  test("C-10: a missing attribute gives core's message", () => {
    expect(() => {
      assertPlanValid(SCHEMA, null, thing(), new Map([["plain", null]]));
    }).toThrow("an object with 7 attributes is required (1 given: plain)");
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
      assertPlanValid(SCHEMA, null, thing(), thing({ plain: "x", secret: "y" }));
    }).toThrow(/- plain is[^]*- secret is/);
  });
});

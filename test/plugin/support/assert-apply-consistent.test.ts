import type { Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { makeObject, type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/value";
import { assertApplyConsistent, assertPlanRepeated } from "./assert-apply-consistent";

const SCHEMA: Schema = {
  version: 0,
  description: "A thing.",
  attributes: {
    plain: { description: "d", type: "string", optional: true, computed: true },
    list: { description: "d", type: { list: "string" }, optional: true },
    tags: { description: "d", type: { set: "string" }, optional: true },
  },
};

type Given = { [name: string]: Value };

function thing(given: Given): ObjectValue {
  return makeObject(toObjectType(SCHEMA.attributes), given);
}

describe("assertApplyConsistent", () => {
  test.each<[string, Given, Given, string | undefined]>([
    ["C-32: anything for an unknown value", { plain: UNKNOWN, list: UNKNOWN }, { list: ["a"] }, undefined],
    ["C-50: a set in another order", { tags: ["a", "b", UNKNOWN] }, { tags: ["b", "a"] }, undefined],
    ["C-32: another value", { plain: "a" }, { plain: "b" }, 'plain was "a", but now "b"'],
    ["C-32: null for a value", { plain: "a" }, {}, 'plain was "a", but now null'],
    ["C-51: an unknown value", { plain: UNKNOWN }, { plain: UNKNOWN }, "plain is unknown after apply"],
    ["C-50: a shorter list", { list: ["a", "b"] }, { list: ["a"] }, "list[1] has vanished"],
    ["C-50: a lost element", { tags: ["a", "b"] }, { tags: ["a"] }, 'planned element "b" has vanished'],
    ["C-50: a new element", { tags: ["a"] }, { tags: ["a", "b"] }, 'element "b" was not planned'],
  ])("%s: is accepted, or refused with its fault", (_rule, planned, applied, fault) => {
    const check = () => {
      assertApplyConsistent(SCHEMA, thing(planned), thing(applied));
    };

    if (fault === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(fault);
  });
});

describe("assertPlanRepeated", () => {
  test("C-36: a known value that is forgotten is refused, an unknown one may become known", () => {
    assertPlanRepeated(SCHEMA, thing({ plain: UNKNOWN }), thing({ plain: "a" }));

    expect(() => {
      assertPlanRepeated(SCHEMA, thing({ plain: "a" }), thing({ plain: UNKNOWN }));
    }).toThrow('Provider produced inconsistent final plan:\n- plain was "a", but now ?');
  });
});

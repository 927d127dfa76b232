import type { Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { makeObject, type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/value";
import { assertPlanValid } from "./assert-plan-valid";

const SCHEMA: Schema = {
  version: 0,
  description: "A thing.",
  attributes: {
    plain: { description: "d", type: "string", optional: true },
    both: { description: "d", type: "string", optional: true, computed: true },
    list: {
      description: "d",
      nesting: "list",
      attributes: { host: { description: "h", type: "string", required: true } },
      optional: true,
    },
  },
};

type Given = { [name: string]: Value };

function thing(given: Given): ObjectValue {
  return makeObject(toObjectType(SCHEMA.attributes), given);
}

const server = (host: Value): ObjectValue => new Map([["host", host]]);

describe("assertPlanValid", () => {
  test.each<[string, Given | null, Given, Given, string | undefined]>([
    ["C-30: a prior spelling", { plain: "A" }, { plain: "a" }, { plain: "A" }, undefined],
    ["C-31: an unknown computed attribute", null, {}, { both: UNKNOWN }, undefined],
    ["C-30: another value", null, { plain: "a" }, { plain: "b" }, 'plain is planned as "b"'],
    ["C-30: a prior value alone", { plain: "a" }, {}, { plain: "a" }, "plain is neither configured"],
    ["C-30: unknown for a known value", null, { both: "a" }, { both: UNKNOWN }, "both is planned as ?"],
    ["C-31: known for an unknown value", null, { plain: UNKNOWN }, { plain: "x" }, "plain is planned as"],
    ["another count", null, { list: [server("a")] }, { list: [] }, "list has another count"],
    ["another element", null, { list: [server("a")] }, { list: [server("b")] }, "list[0].host is planned as"],
    ["C-13: a wrong type", null, {}, { both: true }, "both: string is required"],
  ])("%s: is accepted, or refused with its fault", (_rule, prior, config, planned, fault) => {
    const check = () => {
      assertPlanValid(SCHEMA, prior && thing(prior), thing(config), thing(planned));
    };

    if (fault === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(fault);
  });
});

import {
  checkRules,
  fromRuleAttributes,
  isRuleList,
  toRuleAttributes,
  toRuleText,
} from "../../src/queue/batching-rule";

const RULE = { targetPattern: "//db/*", policy: "isolate" };

describe("rules of batching", () => {
  test("are lists of objects with two texts, whatever else a newer service adds", () => {
    expect([[], [RULE], [{ ...RULE, more: 1 }]].every(isRuleList)).toBe(true);
    const wrong = [[null], [["a"]], [{ policy: "isolate" }], [{ targetPattern: "x", policy: 1 }]];
    expect([null, "x", ...wrong].some(isRuleList)).toBe(false);
  });

  const PATTERN = "the target pattern must be a target, or a prefix with one * at its end";
  test.each<[object, string | undefined]>([
    [RULE, undefined],
    [{ ...RULE, targetPattern: "//api" }, undefined],
    [{ ...RULE, targetPattern: "*" }, `Rule 1: ${PATTERN}, got "*".`],
    [{ ...RULE, targetPattern: "a*b*" }, `Rule 1: ${PATTERN}, got "a*b*".`],
    [{ ...RULE, policy: "merge" }, 'Rule 1: the policy must be one of "isolate", got "merge".'],
    [{ ...RULE, name: "x" }, 'Rule 1: there is no field "name".'],
    [{}, "Must be a list of rules, each with a target pattern and a policy, got [{}]."],
  ])("%j: %s", (rule, message) => {
    expect(checkRules([rule], ["isolate"])).toEqual(message === undefined ? [] : [message]);
  });

  test("Terraform has other names for their fields; what is no rule stays as it is", () => {
    const attributes = [{ target_pattern: "//db/*", policy: "isolate" }];
    expect(toRuleAttributes([RULE])).toEqual(attributes);
    expect(fromRuleAttributes(attributes)).toEqual([RULE]);
    for (const other of [undefined, "x", ["a", 1]]) expect(fromRuleAttributes(other)).toEqual(other);
  });

  test("reports show them in either spelling, and anything else as JSON", () => {
    const texts = [RULE, { target_pattern: "a", policy: "new" }, { a: 1 }].map(toRuleText);
    expect(texts).toEqual(["//db/*: isolate", "a: new", '{"a":1}']);
  });
});

import fc from "fast-check";
import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  describeGained,
  GAINED_SETTINGS,
  isSameJson,
  type JsonValue,
  MAX_ADDITIONAL_DEPTH,
  pickManaged,
  validateAdditionalSettings,
} from "../../src/queue/additional-settings";
import { toAttributeName } from "../../src/queue/attribute-name";
import { SETTING_NAMES } from "../../src/queue/settings";

function nest(levels: number): unknown {
  return levels === 0 ? 1 : [nest(levels - 1)];
}

describe("checkAdditionalSettingName", () => {
  const allowedNames = ["labels", "mergeWindow", "x", "a b", "constructor", "toString", "batching"];
  test.each(allowedNames)("%s is allowed", (name) => {
    expect(checkAdditionalSettingName(name)).toBeUndefined();
  });

  test.each([...GAINED_SETTINGS])("%s has an attribute now, and the warning names it", (name) => {
    expect(describeGained(name)).toContain(`set ${toAttributeName(name)}, and remove ${name} from`);
  });

  test.each(SETTING_NAMES)("%s is refused in every spelling, with the attribute to use instead", (name) => {
    const attribute = toAttributeName(name);
    // Until 2.0, what has gained an attribute keeps its name.
    if (GAINED_SETTINGS.has(name)) expect(checkAdditionalSettingName(name)).toBeUndefined();
    const exact = GAINED_SETTINGS.has(name) ? [] : [name];
    for (const spelling of [...exact, attribute, name.toUpperCase(), attribute.toUpperCase(), `_${name}_`])
      expect(checkAdditionalSettingName(spelling)).toBe(`This setting has an attribute: use ${attribute}.`);
  });

  test.each([
    ["repo", "use repo"],
    ["targetBranch", "use target_branch"],
    ["target_branch", "use target_branch"],
    ["branch", "use target_branch"],
    ["enqueuedPullRequests", "submit or cancel them"],
    ["deleteRequiredStatuses", "leave required_statuses out"],
    ["DELETE_REQUIRED_STATUSES", "leave required_statuses out"],
  ])("%s is refused with what to do instead", (name, instead) => {
    expect(checkAdditionalSettingName(name)).toContain(instead);
  });

  test.each([
    ["requiredStatu\u017fes", "\\u017f"],
    ["\u212aeepAlive", "\\u212a"],
    ["d\u0131rectMergeMode", "\\u0131"],
    ["stat\u0435", "\\u0435"],
    ["requiredStatuses\u200b", "\\u200b"],
    ["\u{1d5ee}", "\\ud835\\uddee"],
    ["a\nb", "\\u000a"],
  ])("F-50: %j is refused, because names are ASCII", (name, code) => {
    expect(checkAdditionalSettingName(name)).toBe(
      `The name of a setting must be ASCII, but this name contains ${code}: a service may take it for the name of another setting.`,
    );
  });

  test.each(["", " ", "__proto__"])("%j is refused", (name) => {
    expect(checkAdditionalSettingName(name)).toMatch(/name|named/);
  });
});

describe("checkAdditionalSettingValue", () => {
  const allowed = [null, true, "", 0, -1.5, 0.1, 9_007_199_254_740_991, [], {}, [1, { a: [null] }]];

  test.each([...allowed, nest(MAX_ADDITIONAL_DEPTH)])("%j is allowed", (value) => {
    expect(checkAdditionalSettingValue(value)).toBeUndefined();
  });

  test.each([
    ["a number past the safe range", 9_007_199_254_740_992, "cannot represent exactly"],
    ["a large number", 1e300, "cannot represent exactly"],
    ["no number", Number.NaN, "cannot represent exactly"],
    ["infinity", Number.POSITIVE_INFINITY, "cannot represent exactly"],
    ["undefined", undefined, "not a JSON value"],
    ["a function", () => 1, "not a JSON value"],
    ["an object with a class", new Date(0), "not a JSON value"],
    ["too deep a list", nest(MAX_ADDITIONAL_DEPTH + 1), "nested deeper than 50 levels"],
    ["a key that reaches the prototype", JSON.parse('{"a":{"__proto__":1}}'), "has a key __proto__"],
  ])("S-13, S-12: %s is refused", (_, value, message) => {
    expect(checkAdditionalSettingValue(value)).toContain(message);
    expect(checkAdditionalSettingValue({ inner: [value] })).toContain(message);
  });

  test("says where in the value the fault is, and never what the value is", () => {
    const value = { token: "s3cret", limits: [1, 2e300] };
    expect(checkAdditionalSettingValue(value)).toBe(
      'The value at "limits.1" is a number that JSON cannot represent exactly; write it as a string if the service ' +
        "accepts one.",
    );
    expect(checkAdditionalSettingValue(2e300)).toMatch(/^The value is a number/);
  });
});

test("validateAdditionalSettings collects everything, names and values", () => {
  const findings = validateAdditionalSettings(Object.entries({ fine: 1, mode: "single", big: 1e300 }));
  expect(findings.map(({ path }) => path.join("."))).toEqual([
    "additionalSettings.mode",
    "additionalSettings.big",
  ]);
});

test("pickManaged leaves out null, which is not managed", () => {
  const settings = new Map<string, JsonValue>(Object.entries({ a: null, b: false, c: [null] }));
  expect(Object.fromEntries(pickManaged(settings))).toEqual({ b: false, c: [null] });
  expect(pickManaged(undefined).size).toBe(0);
});

describe("isSameJson", () => {
  test.each([
    ["a number and its other spelling", 1, 1.0],
    ["zeros", 0, -0],
    ["texts after Unicode normalisation", "caf\u00e9", "cafe\u0301"],
    ["objects in another order", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ["keys after Unicode normalisation", { "caf\u00e9": 1 }, { "cafe\u0301": 1 }],
    ["null", null, null],
    ["nothing", undefined, undefined],
  ])("%s are the same", (_, a, b) => {
    expect(isSameJson(a, b)).toBe(true);
    expect(isSameJson([a], [b])).toBe(true);
  });

  test.each([
    ["another number", 1, 2],
    ["a number and its text", 1, "1"],
    ["another text", "a", "A"],
    ["another order of a list", [1, 2], [2, 1]],
    ["a longer list", [1], [1, 1]],
    ["a list and an object", ["a"], { 0: "a" }],
    ["null and an object", null, {}],
    ["null and nothing", null, undefined],
    ["a key that is missing", { a: 1, b: 2 }, { a: 1 }],
    ["another key", { a: 1 }, { b: 1 }],
    ["another value of a key", { a: 1 }, { a: 2 }],
    ["an inherited key", { toString: 1 }, {}],
    ["false and zero", false, 0],
  ])("%s are not the same", (_, a, b) => {
    expect(isSameJson(a, b)).toBe(false);
    expect(isSameJson(b, a)).toBe(false);
  });

  test("a value is the same as what JSON makes of it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isSameJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  test("S-12: a foreign prototype is a key like any other", () => {
    const foreign: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
    expect(isSameJson(foreign, {})).toBe(false);
    expect(isSameJson(foreign, JSON.parse('{"__proto__":{"polluted":true}}'))).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

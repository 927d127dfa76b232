import { Lazy, TerraformVariable, Testing, Token } from "cdktf";
import fc from "fast-check";
import { MergeQueue, type MergeQueueProps } from "../../../src/constructs";
import { faultsOf, listFaults, makeStack, synthQueue, WEB } from "../synth";

type Settings = MergeQueueProps["additionalSettings"];

/** Synthesizes a queue with these settings and returns what became of them. */
function synthSettings(additionalSettings: unknown): unknown {
  const queue = synthQueue((scope) => {
    new MergeQueue(scope, "main", { ...WEB, additionalSettings: additionalSettings as Settings });
  }, false);
  return queue["additional_settings"];
}

function synthHcl(additionalSettings: unknown): string {
  const stack = makeStack();
  new MergeQueue(stack, "main", { ...WEB, additionalSettings: additionalSettings as Settings });
  return String(Testing.synthHcl(stack, true));
}

function findFaults(additionalSettings: unknown): string[] {
  return faultsOf({ additionalSettings }).map((line) => line.replace("[stack/main] additionalSettings", ""));
}

/** Writes text so that Terraform takes it literally. */
const escape = (text: string): string =>
  text.replace(/\$+(?=\{)|%+(?=\{)/g, (marks) => marks + marks.slice(-1));

describe("additional settings", () => {
  test("are emitted unchanged, nested ones with their names, and left out if undefined, at any depth", () => {
    const values = { color: "red", batchSizes: [1, 2.5, -3], deep: { camelCase: [{ on: true, off: null }] } };
    for (const settings of [values, { nothing: null, empty: {}, none: [] }, {}])
      expect(synthSettings(settings)).toEqual(settings);
    expect(synthSettings({ color: undefined, deep: { a: undefined, b: 1 } })).toEqual({ deep: { b: 1 } });
    expect(synthSettings(undefined)).toBeUndefined();
  });

  test("can be tokens of every kind at every depth, or one token as a whole", () => {
    const stack = makeStack();
    const input = new TerraformVariable(stack, "input", {});
    const settings = {
      text: input.stringValue,
      words: `a-${input.stringValue}-${input.numberValue}`,
      count: input.numberValue,
      flag: input.booleanValue,
      list: input.listValue,
      any: Lazy.anyValue({ produce: () => ({ made: [input.numberValue] }) }),
      deep: { list: ["x", input.stringValue, { n: input.numberValue }] },
      expression: "${upper(var.input)}",
    };
    new MergeQueue(stack, "parts", { ...WEB, additionalSettings: settings });
    const whole = Token.asAny("${var.input}");
    new MergeQueue(stack, "whole", { ...WEB, targetBranch: "next", additionalSettings: whole });
    const { resource } = JSON.parse(Testing.synth(stack, true)) as {
      resource: { mergequeue_queue: Record<string, { additional_settings: unknown }> };
    };
    expect(resource.mergequeue_queue["parts"]?.additional_settings).toEqual({
      text: "${var.input}",
      words: "a-${var.input}-${var.input}",
      count: "${var.input}",
      flag: "${var.input}",
      list: "${var.input}",
      any: { made: ["${var.input}"] },
      deep: { list: ["x", "${var.input}", { n: "${var.input}" }] },
      expression: "${upper(var.input)}",
    });
    expect(resource.mergequeue_queue["whole"]?.additional_settings).toBe("${var.input}");
  });

  test("S-16: have keys that are always data, and strings that are Terraform strings at any depth", () => {
    const text = fc.array(fc.constantFrom("${", "%{", "$", "%", "}", '"', "\n", "\\", "a", "é"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, text, (key, value) => {
        const name = `x${key.join("")}`;
        const written = escape(value.join(""));
        const expected = { deep: [{ [escape(name)]: written }] };
        expect(synthSettings({ deep: [{ [name]: written }] })).toEqual(expected);
      }),
    );
  });

  test("S-16: are one expression in HCL, with escaped keys and strings, and tokens in their places", () => {
    const value = 'say "hi"\n$${y}\b\f\\b';
    const hcl = synthHcl({ 'ke"y ${x}': value, list: [1, true, null, "${var.v}", { a: -2.5 }] });
    expect(hcl).toContain(
      'additional_settings = "${{ "ke\\"y $${x}" = "say \\"hi\\"\\n$${y}\\u0008\\u000c\\\\b", ' +
        '"list" = [1, true, null, "${var.v}", { "a" = -2.5 }] }}"',
    );
    const stack = makeStack();
    const { numberValue, stringValue, listValue } = new TerraformVariable(stack, "v", {});
    const whole = Token.asAny("${var.v}");
    const settings = [{ a: [numberValue, `"${stringValue}"`], b: whole }, { a: listValue }, whole];
    for (const [index, additionalSettings] of (settings as Settings[]).entries())
      new MergeQueue(stack, `q${index}`, { ...WEB, targetBranch: `b${index}`, additionalSettings });
    const written = String(Testing.synthHcl(stack, true)).match(/additional_settings = .*/g);
    expect(written).toEqual([
      'additional_settings = "${{ "a" = ["${var.v}", "\\"${var.v}\\""], "b" = "${var.v}" }}"',
      'additional_settings = "${{ "a" = "${var.v}" }}"',
      'additional_settings = "${var.v}"',
    ]);
  });
});

describe("the check of additional settings", () => {
  test.each<[string, unknown, RegExp]>([
    ["a list", ["color"], /^: Must be an object of wire names/],
    ["a map of the language", new Map([["color", "red"]]), /^: Must be an object of wire names/],
    ["a setting that has a prop", { concurrency: 4 }, /^\.concurrency: .* prop: use concurrency\.$/],
    ["one within a prop", { BatchingMinSize: 2 }, /^\.BatchingMinSize: .*: use batching\.minSize\.$/],
    ["an identity", { targetBranch: "main" }, /^\.targetBranch: /],
    ["a bigint below", { f: { g: [1n] } }, /^\.f: .*"?g\.0"? .*bigint/],
    ["__proto__ below", { deep: JSON.parse('{"__proto__": 1}') as unknown }, /^\.deep: .*__proto__/],
  ])("%s is a fault", (_what, settings, expected) => {
    expect(findFaults(settings)).toEqual([expect.stringMatching(expected)]);
  });

  test("values that are nested too deeply, or contain themselves, are an error, and the check ends", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const deep = JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`) as unknown;
    expect(findFaults({ deep, cycle })).toEqual([
      expect.stringMatching(/^\.deep: .*deeper than 50/),
      expect.stringMatching(/^\.cycle: .*deeper than 50/),
    ]);
  });

  test("tokens and expressions are always valid as values, and never as names", () => {
    const stack = makeStack();
    const { stringValue, numberValue } = new TerraformVariable(stack, "v", {});
    new MergeQueue(stack, "main", {
      ...WEB,
      additionalSettings: {
        a: stringValue,
        b: [numberValue, Token.asAny("${var.v}")],
        [stringValue]: 1,
        c: { d: { [`x-${stringValue}`]: 1 } },
      },
    });
    expect(listFaults(stack)).toEqual([
      expect.stringContaining("additionalSettings.(token): The name of a setting must be known"),
      expect.stringContaining("additionalSettings.c: Its keys must be known at synth"),
    ]);
  });
});

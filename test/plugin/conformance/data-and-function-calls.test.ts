import { TfNumber } from "../../../src/plugin/tf-number";
import { DynamicValue, UNKNOWN, type Value } from "../../../src/plugin/value";
import { onCalls, side, stage } from "../support/calls-stage";
import { conformsTo } from "../support/conforms-to";
import { call } from "../support/connect";
import { readData, validateData } from "../support/data-calls";
import { callFunction } from "../support/function-calls";
import { ProviderService } from "../support/services";
import { formatAttribute, listErrors, TerraformSide } from "../support/terraform-side";

onCalls();

describe("data sources", () => {
  const NOTE = "tiny_note";

  test("C-10: a response has every attribute, dynamic values with their types", async () => {
    const echo = new DynamicValue(
      ["map", ["object", { a: "bool" }]],
      new Map([["k", new Map([["a", true]])]]),
    );

    const { state, diagnostics } = await readData(side, NOTE, { name: "a", echo });

    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Read"]);
    expect(conformsTo(state, side.findDataSchema(NOTE))).toEqual([]);
    expect(state?.get("echo")).toEqual(echo);
    expect(state?.get("directory")).toBe(stage.directory);
    expect(state?.get("found")).toEqual(
      new DynamicValue(
        ["object", { many: ["list", "number"], named: ["map", "bool"], none: "dynamic" }],
        new Map<string, Value>([
          ["many", [TfNumber.of(1), TfNumber.of(2)]],
          ["named", new Map([["a", true]])],
          ["none", null],
        ]),
      ),
    );
  });

  test("C-20: unknown values anywhere in the configuration are validated", async () => {
    await expect(validateData(side, NOTE, { name: UNKNOWN, echo: UNKNOWN })).resolves.toEqual([]);
  });

  test("C-21: findings carry their paths; S-14: their control characters are visible", async () => {
    const [diagnostic] = await validateData(side, NOTE, { name: "invalid" });

    expect(diagnostic?.summary).toBe("Bad\\x1b note");
    expect(formatAttribute(diagnostic)).toBe("name");
  });

  test("C-08: an exception while reading is an error without a state", async () => {
    const { state, diagnostics } = await readData(side, NOTE, { name: "a", behaviour: "throw" });

    expect(state).toBeNull();
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("It broke,")]);
  });

  test("C-10: a response that does not fit the schema is an error that names the place", async () => {
    const { state, diagnostics } = await readData(side, NOTE, { name: "a", behaviour: "misfit" });

    expect(state).toBeNull();
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("lines: a list is required")]);
    expect(formatAttribute(diagnostics[0])).toBe("lines");
  });
});

describe("functions", () => {
  test("C-12: arguments and result keep their types", async () => {
    await expect(callFunction(side, "repeat", ["ab", TfNumber.of(2)])).resolves.toEqual({ value: "abab" });
  });

  test("C-21: an error names its argument, without a full stop as Terraform adds one; S-14: its control characters are visible", async () => {
    await expect(callFunction(side, "repeat", ["ab", TfNumber.of(-1)])).resolves.toEqual({
      error: { text: String.raw`Not ab\x1b[31m`, argument: 1 },
    });
  });

  test("C-20: null is never passed to a function, nor a dynamic value that is null", async () => {
    const error = { text: "argument must not be null", argument: 1 };

    await expect(callFunction(side, "repeat", ["a", null])).resolves.toEqual({ error });
    await expect(callFunction(side, "measure", [[], new DynamicValue("string", null)])).resolves.toEqual({
      error,
    });
  });

  test("C-20: with an argument that is not wholly known the result is unknown", async () => {
    await expect(callFunction(side, "repeat", [UNKNOWN, TfNumber.of(-1)])).resolves.toEqual({
      value: UNKNOWN,
    });
    await expect(
      callFunction(side, "measure", [[new Map([["a", UNKNOWN]])], new DynamicValue("string", "x")]),
    ).resolves.toEqual({ value: UNKNOWN });
  });

  test.each([
    ["repeat", "throw", /^Unexpected error in the provider: It broke,\\x1b\[31m\./],
    ["repeat", "misfit", /^Value does not fit the provider's schema: a string is required/],
  ])("C-08: %s(%s) is an error of the function", async (name, text, message) => {
    await expect(callFunction(side, name, [text, TfNumber.of(1)])).resolves.toEqual({
      error: { text: expect.stringMatching(message) as unknown, argument: undefined },
    });
  });

  test("C-08: a function that is not there, and arguments that do not fit, are errors of the function", async () => {
    const json = (text: string): { msgpack: Buffer; json: Buffer } => ({
      msgpack: Buffer.alloc(0),
      json: Buffer.from(text),
    });
    const errors = await Promise.all(
      [
        { name: "nothing", arguments: [] },
        { name: "repeat", arguments: [json('"a"')] },
        { name: "repeat", arguments: [json('"a"'), json("true")] },
      ].map(async (request) => (await call(side.client, ProviderService.callFunction, request)).error),
    );

    expect(errors).toEqual([
      { text: expect.stringContaining("It has: repeat, measure") as unknown },
      { text: "The function takes 2 arguments, not 1" },
      { text: "a number is required, not a bool", functionArgument: 1n },
    ]);
  });

  test("S-04: a secret in the provider's configuration is hidden in a function's error", async () => {
    const fresh = await TerraformSide.start({ command: stage.provider.command });
    const token = "token-of-the-provider-0123456789";
    await fresh.validateProvider({ token });

    const response = await callFunction(fresh, "repeat", [token, TfNumber.of(-1)]);
    await fresh.close();

    expect(response).toEqual({ error: { text: String.raw`Not [redacted]\x1b[31m`, argument: 1 } });
  });
});

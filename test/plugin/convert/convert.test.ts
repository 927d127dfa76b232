import { decodeObject, encodeObject } from "../../../src/plugin/convert/dynamic-value";
import { toProtocolDiagnostics, toProtocolPath } from "../../../src/plugin/convert/to-protocol-diagnostics";
import { attributePath, type Diagnostic } from "../../../src/plugin/diagnostic";
import { Diagnostic_Severity, type DynamicValue } from "../../../src/plugin/protocol/tfplugin6.generated";
import { listSensitiveTexts } from "../../../src/plugin/rpc/config-calls";
import type { Attribute, Attributes, AttributeType, Schema } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { UNKNOWN, type Value } from "../../../src/plugin/value";

const SHORT_OF_LIMIT = 4_000;

/** Makes a schema of one attribute, another one each time. */
function makeSchema(type: AttributeType = "string"): Schema {
  return { version: 0, description: "", attributes: { a: { type, description: "", optional: true } } };
}

/** Encodes an object with that attribute, in a separate buffer. */
function encode(schema: Schema, a: string): DynamicValue {
  return encodeObject(new Map([["a", a]]), schema);
}

describe("decodeObject", () => {
  test("returns the same object for the same bytes", () => {
    const schema = makeSchema();
    const first = decodeObject(encode(schema, "x"), schema);
    expect(first).toEqual(new Map([["a", "x"]]));
    expect(decodeObject(encode(schema, "x"), schema)).toBe(first);
    expect(decodeObject(encode(schema, "y"), schema)).toEqual(new Map([["a", "y"]]));
    expect(decodeObject(encodeObject(null, schema), schema)).toBeNull();
    expect(decodeObject(encodeObject(null, schema), schema)).toBeNull();
  });

  test("reads the same bytes by each schema", () => {
    const [text, count] = [makeSchema(), makeSchema("number")];
    const bytes = encode(text, "7");
    expect(decodeObject(bytes, text)).toEqual(new Map([["a", "7"]]));
    expect(decodeObject(bytes, count)).toEqual(new Map([["a", TfNumber.of(7)]]));
  });

  test("reads JSON each time: only MessagePack is cached", () => {
    const schema = makeSchema();
    const decodeJson = (json: string) =>
      decodeObject({ msgpack: Buffer.alloc(0), json: Buffer.from(json) }, schema);
    expect(decodeJson('{"a":"x"}')).toEqual(new Map([["a", "x"]]));
    expect(decodeJson('{"a":"y"}')).toEqual(new Map([["a", "y"]]));
  });

  test("keeps the objects of thirty concurrent resources, but not all that were ever decoded", () => {
    const schema = makeSchema();
    const decodeNumber = (number: number) => decodeObject(encode(schema, String(number)), schema);
    const first = decodeNumber(0);
    for (let number = 1; number < 30; number += 1) decodeNumber(number);
    expect(decodeNumber(0)).toBe(first);
    for (let number = 30; number < 1_000; number += 1) decodeNumber(number);
    expect(decodeNumber(0)).not.toBe(first);
    expect(decodeNumber(0)).toEqual(first);
  });

  test("does not keep long values", () => {
    const schema = makeSchema();
    const decodeLong = (length: number) => decodeObject(encode(schema, "x".repeat(length)), schema);
    expect(decodeLong(SHORT_OF_LIMIT)).toBe(decodeLong(SHORT_OF_LIMIT));
    expect(decodeLong(2 * SHORT_OF_LIMIT)).not.toBe(decodeLong(2 * SHORT_OF_LIMIT));
  });
});

const secret = { type: "string", optional: true, sensitive: true, description: "" } as const;
const inner: Attributes = { secret, open: { type: "string", optional: true, description: "" } };

function nest(nesting: "single" | "list"): Attribute {
  return { nesting, optional: true, attributes: inner, description: "" };
}

function list(attribute: Attribute, value: Value): readonly string[] {
  return listSensitiveTexts(new Map([["a", value]]), { a: attribute });
}

const object = new Map<string, Value>(Object.entries({ secret: "s", open: "o" }));

describe("listSensitiveTexts", () => {
  test.each([
    ["a text", secret, "s", ["s"]],
    ["null", secret, null, []],
    ["an unknown value", secret, UNKNOWN, []],
    ["a number", { ...secret, type: "number" } as const, TfNumber.of(1), []],
    ["a list", { ...secret, type: { list: "string" } } as const, ["s", "t"], ["s", "t"]],
    ["a map", { ...secret, type: { map: "string" } } as const, new Map([["k", "s"]]), ["s"]],
    ["an open text", { ...inner["open"] } as Attribute, "o", []],
    ["a nested object", nest("single"), object, ["s"]],
    ["no nested object", nest("single"), null, []],
    ["nested objects in a list", nest("list"), [object, UNKNOWN], ["s"]],
  ] as const)("S-04: of %s it lists the secrets", (_what, attribute, value, texts) => {
    expect(list(attribute, value)).toEqual(texts);
  });
});

describe("toProtocolDiagnostics", () => {
  const WARNING: Diagnostic = { severity: "warning", summary: "Watch out", detail: "It is late." };

  function convert(...diagnostics: readonly Partial<Diagnostic>[]) {
    const redact = (text: string): string => text.replaceAll("to\u001bken", "***");
    const shown = diagnostics.map((it) => ({ ...WARNING, ...it }));
    return toProtocolDiagnostics(shown, redact);
  }

  test("identical diagnostics appear once, an empty path being none, and the order is kept", () => {
    const paths = [undefined, attributePath("repo", "host"), [{ attribute: "repo" }, { key: "host" }]];
    const all = paths.flatMap((path = []) => [{ path }, { path, severity: "error" } as const]);
    const once = convert(...all);
    expect(once).toHaveLength(6);
    const lengths = once.map(({ attribute }) => attribute?.steps.length);
    expect(lengths).toEqual([undefined, undefined, 2, 2, 2, 2]);
    expect(once[1]?.severity).toBe(Diagnostic_Severity.ERROR);
    expect(convert(...all, {}, ...all)).toEqual(once);
  });

  test("S-14: summary and detail are safe for a terminal, and the summary is one line", () => {
    const [shown] = convert({ summary: " a\u001b \n b\n", detail: "x\r\ny" });
    expect(shown).toMatchObject({ summary: "a\\x1b b", detail: "x\\r\ny" });
  });

  test("Terraform gets a title even if the provider does not give one", () => {
    expect(convert({ summary: "\n" })[0]?.summary).toBe("Provider message");
  });

  test("S-04: secrets are hidden before escaping could disguise them", () => {
    const [shown] = convert({ summary: "S to\u001bken", detail: "D to\u001bken" });
    expect(shown).toMatchObject({ summary: "S ***", detail: "D ***" });
  });
});

describe("toProtocolPath", () => {
  test("C-21: attributes, indices and keys are separate steps", () => {
    const path = [{ attribute: "rules" }, { index: 2 }, { attribute: "labels" }, { key: "a b" }];
    expect(toProtocolPath(path)).toEqual({
      steps: [
        { selector: { $case: "attributeName", value: "rules" } },
        { selector: { $case: "elementKeyInt", value: 2n } },
        { selector: { $case: "attributeName", value: "labels" } },
        { selector: { $case: "elementKeyString", value: "a b" } },
      ],
    });
  });
});

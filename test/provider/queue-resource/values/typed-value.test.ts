import fc from "fast-check";
import { decodeValue, encodeValue } from "../../../../src/plugin/msgpack-codec";
import { TfNumber } from "../../../../src/plugin/tf-number";
import { DynamicValue, type Value } from "../../../../src/plugin/value";
import { toDynamicValue } from "../../../../src/provider/queue-resource/values/additional-values";

/** Returns what a value means as JSON, told apart by nothing but its own shape. */
function toJson(value: Value): unknown {
  if (value instanceof TfNumber) return Number(value.text);
  if (value instanceof DynamicValue) return toJson(value.value);
  if (Array.isArray(value)) return (value as readonly Value[]).map(toJson);
  if (value instanceof Map) {
    return Object.fromEntries(
      [...(value as ReadonlyMap<string, Value>)].map(([name, item]) => [name, toJson(item)]),
    );
  }
  return value;
}

describe("toDynamicValue", () => {
  test("keeps what JSON means, through Terraform's wire format and back", () => {
    const plainKey = fc.stringMatching(/^[a-z]{1,8}$/);
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
          .map((n) => (n === 0 ? 0 : n)),
        fc.string().map((text) => text.normalize("NFC")),
      ),
      tree: fc.oneof(
        { depthSize: "small" },
        tie("leaf"),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(plainKey, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(plainKey, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        (fields) => {
          const value = toDynamicValue(fields);
          const back = decodeValue(encodeValue(value, "dynamic"), "dynamic");
          expect(toJson(back)).toEqual(fields);
        },
      ),
    );
  });

  test("S-13: numbers that JavaScript has rounded are null, not another number", () => {
    const text = '{"id": 9007199254740993, "huge": 1e999, "half": 0.5, "edge": 9007199254740991}';
    const value = toDynamicValue(JSON.parse(text) as Record<string, unknown>);
    expect(toJson(value)).toEqual({ id: null, huge: null, half: 0.5, edge: 9_007_199_254_740_991 });
  });

  test("S-12: the key __proto__ is left out at every depth and nothing is polluted", () => {
    const text = '{"a": {"__proto__": {"polluted": 1}, "constructor": 2}, "__proto__": 3}';
    const value = toDynamicValue(JSON.parse(text) as Record<string, unknown>);
    expect(value?.type).toEqual(["object", { a: ["object", { constructor: "number" }] }]);
    expect(encodeValue(value, "dynamic").length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("S-18: parts that are nested too deeply are null, and the rest is shown", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(10_000)}1${"]".repeat(10_000)}`);
    const value = toDynamicValue({ deep, flat: true });
    expect(JSON.stringify(toJson(value)).length).toBeLessThan(200);
    expect(toJson(value)).toMatchObject({ flat: true });
    expect(encodeValue(value, "dynamic").length).toBeGreaterThan(0);
  });

  test("C-14: names that are the same after normalisation are one, and undefined is null", () => {
    const value = toDynamicValue({ "e\u0301": 1, "\u00e9": 2, gone: undefined });
    expect(value?.type).toEqual(["object", { "\u00e9": "number", gone: "dynamic" }]);
    expect(toJson(value)).toEqual({ "\u00e9": 2, gone: null });
  });
});

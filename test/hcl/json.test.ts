import fc from "fast-check";
import { JsonObject } from "../../src/hcl/json/json-node";
import { parseJson } from "../../src/hcl/json/parse-json";
import { toJsonValue } from "../../src/hcl/json/to-json-value";
import { writeJson } from "../../src/hcl/json/write-json";

describe("JSON of configurations", () => {
  test("any JSON is read as what it means", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const meaning = JSON.parse(JSON.stringify(value).normalize("NFC")) as unknown;
        const text = writeJson(toJsonValue(parseJson(JSON.stringify(value, undefined, indent))));
        // Numbers of JavaScript lose the sign of zero, and are written with an exponent.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(meaning)));
      }),
    );
  });

  test("whatever JavaScript refuses is refused, and nothing else", () => {
    const piece = fc.constantFrom(
      ...Array.from('{}[]:,"\\ \n-+.eE0123'),
      "true",
      "false",
      "null",
      '"a"',
      "\\u00e9",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(isRead(text, parseJson)).toBe(isRead(text, JSON.parse));
      }),
      { numRuns: 2000 },
    );
  });

  test("numbers keep their digits, and names their order and number", () => {
    const node = parseJson('{"b": 18446744073709551616, "a": 0.1, "b": 1e2}');
    expect(node).toBeInstanceOf(JsonObject);
    expect((node as JsonObject).fields.map(([name]) => name)).toEqual(["b", "a", "b"]);
    expect((node as JsonObject).getAll("b")).toHaveLength(2);
    expect(writeJson(toJsonValue(node))).toBe('{"a":0.1,"b":100}');
  });

  test("S-12: no name reaches a prototype", () => {
    const node = parseJson('{"__proto__": {"polluted": 1}}') as JsonObject;
    expect(node.get("__proto__")).toBeInstanceOf(JsonObject);
    expect(node.get("toString")).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("what is nested too deep is refused, and half a character becomes a whole one", () => {
    expect(() => parseJson("[".repeat(100_000))).toThrow(
      "it is nested deeper than 100 levels at line 1, character 102",
    );
    expect(parseJson('"\\ud800x"')).toBe("\ufffdx");
  });
});

function isRead(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

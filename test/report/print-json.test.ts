import fc from "fast-check";
import { printJson } from "../../src/report/print-json";

test("S-14, L-2: whatever the value, it is one document that says the same and steers nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
      const { document: text } = printJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
      expect(text.endsWith("\n")).toBe(true);
    }),
  );
});

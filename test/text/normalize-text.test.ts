import { normalizeText } from "../../src/text/normalize-text";

describe("normalizeText", () => {
  test("C-14: text is in NFC", () => {
    expect(normalizeText("e\u0301")).toBe("\u00e9");
  });

  test("lone surrogates are replaced, pairs are kept", () => {
    expect(normalizeText("\ud800a\udc00 😀")).toBe("\ufffda\ufffd 😀");
  });
});

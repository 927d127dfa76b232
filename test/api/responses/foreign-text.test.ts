import fc from "fast-check";
import { ForeignText } from "../../../src/api/responses/foreign-text";
import { REDACTED } from "../../../src/text/create-redactor";
import { anyCharacter } from "../../support/arbitrary-character";

const TOKEN = 'fake"to/ken+1234567890';
const foreign = new ForeignText(TOKEN);

describe("ForeignText", () => {
  test.each([
    ["as it is", TOKEN],
    ["JSON-escaped", JSON.stringify(TOKEN)],
    ["URL-encoded", encodeURIComponent(TOKEN)],
    ["in base64", Buffer.from(TOKEN).toString("base64")],
  ])("S-04: a token that a server repeats %s is removed", (_case, spelling) => {
    const text = `your token ${spelling} is ${spelling}`;
    for (const shown of [foreign.shorten(text), foreign.quote(text)]) {
      expect(shown).not.toContain(spelling);
      expect(shown).toContain(REDACTED);
    }
  });

  test("S-04: a token across the cut is removed completely", () => {
    const shown = foreign.shorten(`${"x".repeat(495)}${TOKEN}`, 500);
    expect(shown).toBe(`${"x".repeat(495)}[reda`);
    expect(foreign.quote(`${"x".repeat(495)}${TOKEN}`)).not.toContain("fake");
  });

  test("C-21: other sensitive strings that a server repeats are removed, verbatim and as JSON", () => {
    const secret = 'pa"ss.(word)';
    const hiding = foreign.hiding([secret, "ab", "pa", "", " "]);
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1)])
      expect(hiding.inline(`bad value: ${spelling}!`)).toBe(`bad value: ${REDACTED}!`);
    expect(hiding.quote(`${"x".repeat(495)}${secret}`)).not.toContain("pa");
    expect(hiding.shorten(TOKEN)).toBe(REDACTED);
  });

  test("C-21: a short string is removed as a whole word, and kept within a longer one", () => {
    const shown = foreign.hiding(["ab"]).inline('"ab" is not a label, about ab');
    expect(shown).toBe(`"${REDACTED}" is not a label, about ${REDACTED}`);
  });

  test.each([
    ["\u001b[31mred", '"\\u{1b}[31mred"'],
    ["a\rb", '"a\\u{d}b"'],
    ["a\nb", '"a\\nb"'],
    ["\u202eevil", '"\\u{202e}evil"'],
    ["a\u2028b", '"a\\u{2028}b"'],
    ["\u{e0041}", '"\\u{e0041}"'],
    ['say "x" \\', '"say \\"x\\" \\\\"'],
    ["Grüße 日本 🎉", '"Grüße 日本 🎉"'],
    ["  trimmed\n", '"trimmed"'],
    ["", '""'],
  ])("S-14: %p is shown as %s", (text, shown) => {
    expect(foreign.quote(text)).toBe(shown);
  });

  test("F-35: the result is bounded and contains no control characters, whatever the text", () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 2_000 });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 600 }), (text, maxBytes) => {
        const quoted = foreign.quote(text, maxBytes);
        expect(Buffer.byteLength(quoted)).toBeLessThanOrEqual(maxBytes + 5);
        expect(Buffer.byteLength(foreign.inline(text))).toBeLessThanOrEqual(505);
        for (const shown of [quoted, foreign.inline(text)])
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });

  test("S-14: a text within a sentence keeps its quotation marks", () => {
    expect(foreign.inline('say "x" \\ \u001b\n')).toBe('say "x" \\ \\u{1b}\\n');
  });

  test("a text that is longer is cut with an ellipsis", () => {
    expect(foreign.quote("x".repeat(501))).toBe(`"${"x".repeat(500)}…"`);
    expect(foreign.quote("x".repeat(500))).toBe(`"${"x".repeat(500)}"`);
  });
});

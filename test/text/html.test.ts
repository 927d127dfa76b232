import fc from "fast-check";
import { html, joinHtml, trustHtml } from "../../src/text/html";
import { HOSTILE_TEXTS, hostileText } from "../cli/report/hostile-text";

/** Decodes what the tag may have escaped. */
function decode(markup: string): string {
  const characters = new Map([
    ["&amp;", "&"],
    ["&lt;", "<"],
    ["&gt;", ">"],
    ["&quot;", '"'],
    ["&#39;", "'"],
  ]);
  return markup.replace(/&[^;]*;/g, (entity) => characters.get(entity) ?? "unknown");
}

describe("html", () => {
  test("S-16: any text in an element or an attribute is text, and nothing of it is lost", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.constantFrom(...HOSTILE_TEXTS), fc.string()), (text) => {
        const markup = html`<b title="${text}">${text}</b>`.toString();
        const [, title = "", content = ""] = /^<b title="([^"'<>]*)">([^"'<>]*)<\/b>$/.exec(markup) ?? [];
        expect([decode(title), decode(content)]).toEqual([text, text]);
      }),
    );
  });

  test("HTML is kept at any depth, lists are joined, and numbers are formatted", () => {
    const items = ["<1>", 2].map((each) => html`<li>${each}</li>`);
    expect(html`<ul>${items}${[[], ["&", [html`<br>`]]]}</ul>`.toString()).toBe(
      "<ul><li>&lt;1&gt;</li><li>2</li>&amp;<br></ul>",
    );
  });

  test("an object that only looks like HTML is refused", () => {
    const impostor = { toString: () => "<script>" } as unknown as string;
    expect(() => html`${impostor}`.toString()).toThrow(TypeError);
  });
});

test("joinHtml puts an escaped separator between escaped values", () => {
  expect(joinHtml(["<", html`<br>`, 7], " & ").toString()).toBe("&lt; &amp; <br> &amp; 7");
  expect(joinHtml([], html`<br>`).toString()).toBe("");
});

test("trustHtml escapes nothing", () => {
  expect(html`<style>${trustHtml("a > b")}</style>`.toString()).toBe("<style>a > b</style>");
});

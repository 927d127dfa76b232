import { listRegistryPages } from "../../scripts/docs/list-registry-pages";
import { findFirstSentence, type RegistryPage, renderPage } from "../../scripts/docs/render-page";
import type { Attributes } from "../../src/plugin/schema";

describe("listRegistryPages", () => {
  test("keeps a description within its table cell or list item", () => {
    const description = "Either `a|b`,\nor c. More.\n\nA paragraph.";
    const attributes: Attributes = { a: { type: "string", computed: true, description } };
    const [index, thing] = listRegistryPages({
      type: "tiny",
      schema: { version: 0, description: "Tiny.", attributes: {} },
      resources: { tiny_thing: { schema: { version: 0, description, attributes } } },
    });

    expect(index?.parts.get("contents")).toBe(
      "| Name | Kind | Description |\n| --- | --- | --- |\n| `tiny_thing` | Resource | Either `a\\|b`, or c. |",
    );
    expect(thing?.description).toBe("Either a|b, or c.");
    expect(thing?.parts.get("schema")).toContain("- `a` (String) Either `a|b`, or c. More. A paragraph.");
  });
});

describe("renderPage", () => {
  const page: RegistryPage = {
    file: "resources/thing.md",
    title: 'a "thing"',
    description: "A thing.",
    parts: new Map([["schema", "## Schema"]]),
  };
  const readExample = async (path: string): Promise<string> => `# ${path}\n`;

  test("refuses a template that leaves out a part or names an unknown one", async () => {
    await expect(renderPage(page, "# thing\n", readExample)).rejects.toThrow("leaves out {{schema}}");
    const wrong = "{{schema}}\n\n{{signature}}\n";
    await expect(renderPage(page, wrong, readExample)).rejects.toThrow("has {{signature}}, which is nothing");
    const unknown = "{{schema}}\n\n{{example things/thing.py}}\n";
    await expect(renderPage(page, unknown, readExample)).rejects.toThrow("thing.py cannot be shown");
  });
});

describe("findFirstSentence", () => {
  test.each([
    ["One. Two.", "One."],
    ["Ends in `/v1.0` or so. Two.", "Ends in `/v1.0` or so."],
    ["No end", "No end"],
    ["Over\n  two lines. Two.", "Over two lines."],
  ])("of %j is %j", (text, sentence) => {
    expect(findFirstSentence(text)).toBe(sentence);
  });
});

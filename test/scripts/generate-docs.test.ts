import { listRegistryPages } from "../../scripts/docs/list-registry-pages";
import { renderFunction } from "../../scripts/docs/render-function";
import { findFirstSentence, type RegistryPage, renderPage } from "../../scripts/docs/render-page";
import { renderSchema } from "../../scripts/docs/render-schema";
import type { Attributes } from "../../src/plugin/schema";

function render(attributes: Attributes): string {
  return renderSchema({ version: 0, description: "A thing.", attributes });
}

describe("renderSchema", () => {
  test("groups attributes by who sets them, in the schema's order, with types in words", () => {
    const text = render({
      shown: { type: { list: "number" }, computed: true, description: "Shown." },
      wanted: { type: { map: { set: "string" } }, required: true, description: "Wanted." },
      either: { type: "dynamic", optional: true, computed: true, description: "Either." },
      flag: { type: "bool", optional: true, description: "Flag." },
      pair: { type: { tuple: ["string", "bool"] }, computed: true, description: "Pair." },
      thing: { type: { object: { a: "string" } }, computed: true, description: "Thing." },
    });
    expect(text).toBe(
      `## Schema

### Required

- \`wanted\` (Map of Set of String) Wanted.

### Optional

- \`either\` (Dynamic) Either.
- \`flag\` (Boolean) Flag.

### Read-Only

- \`shown\` (List of Number) Shown.
- \`pair\` (Tuple) Pair.
- \`thing\` (Object) Thing.`,
    );
  });

  test("marks sensitive attributes", () => {
    const text = render({
      secret: { type: "string", optional: true, sensitive: true, description: "Secret." },
    });
    expect(text).toContain("- `secret` (String, Sensitive) Secret.");
  });

  test("gives nested attributes their own section, to which the outer attribute links", () => {
    const inner: Attributes = { name: { type: "string", computed: true, description: "Name." } };
    const runs = { nesting: "list", computed: true, description: "Runs.", attributes: inner } as const;
    const suites = { nesting: "list", computed: true, description: "Suites.", attributes: { runs } } as const;
    expect(render({ suites })).toBe(
      `## Schema

### Read-Only

- \`suites\` (Attributes List) Suites. (see [below for nested schema](#nested-schema-for-suites))

### Nested Schema for \`suites\`

Read-Only:

- \`runs\` (Attributes List) Runs. (see [below for nested schema](#nested-schema-for-runs-in-suites))

### Nested Schema for \`runs\` in \`suites\`

Read-Only:

- \`name\` (String) Name.`,
    );
  });
});

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

describe("renderFunction", () => {
  test("shows a short signature, arguments, and the return type in Terraform's language", () => {
    const text = renderFunction("join_all", {
      summary: "Joins",
      description: "Joins.",
      parameters: [
        { name: "parts", type: { list: "string" }, description: "Parts." },
        { name: "options", type: { map: "dynamic" }, description: "Options." },
        { name: "pair", type: { tuple: ["string", "string"] }, description: "Pair." },
      ],
      returns: { object: { text: "string", counts: { tuple: ["number", { set: "bool" }] } } },
      call: () => ({ value: null }),
    });
    const returned = "object({ text = string, counts = tuple([number, set(bool)]) })";
    expect(text).toContain(
      `\`\`\`text\njoin_all(parts list(string), options map(any), pair tuple) object\n\`\`\``,
    );
    expect(text).toContain(
      "1. `parts` (List of String) Parts.\n2. `options` (Map of Dynamic) Options.\n3. `pair` (Tuple) Pair.",
    );
    expect(text).toContain(`## Return Type\n\n\`${returned}\``);
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

  test("puts front matter before the template, and parts and examples into it", async () => {
    const template =
      "# thing\n\n{{example things/thing.tf}}\n\nIn a line {{schema}} is text.\n\n{{schema}}\n";
    expect(await renderPage(page, template, readExample)).toBe(
      `---
# Generated by \`npm run generate\` from scripts/docs/templates/resources/thing.md and the schema. Do not edit.
page_title: "a \\"thing\\""
subcategory: ""
description: |-
  A thing.
---

# thing

\`\`\`terraform
# things/thing.tf
\`\`\`

In a line {{schema}} is text.

## Schema
`,
    );
  });

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

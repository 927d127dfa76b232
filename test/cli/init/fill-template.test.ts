import { fillTemplate, type TemplateContent } from "../../../src/cli/init/project";

const CONTENT: TemplateContent = {
  sections: new Set(["new"]),
  imports: { cdktf: "cdktn" },
  code: 'first("__NAME__", {\n\n  $1: "# __CODE__",\n});',
  values: { NAME: "web", BRANCH: '$& "__NAME__"', STATUSES: ["a", "b"] },
};

function fill(template: string): string {
  return fillTemplate(template, CONTENT, JSON.stringify);
}

describe("fillTemplate", () => {
  test("a value is data: it is not read as a placeholder, nor as a pattern", () => {
    expect(fill('"__BRANCH__"')).toBe(JSON.stringify('$& "__NAME__"'));
  });

  test("keeps the wanted sections without their marks, and leaves out the others", () => {
    const template = "a\n  // if new\n  b\n  // end\n# if live\nc\n# end\nd\n";
    expect(fill(template)).toBe("a\n  b\nd\n");
  });

  test("code gets the indent of its place, and nothing in it is replaced", () => {
    expect(fill("  // __CODE__\n")).toBe('  first("__NAME__", {\n\n    $1: "# __CODE__",\n  });\n');
  });

  test("replaces packages only where they are imported", () => {
    const template = 'import { App } from "cdktf";\nconst text = "cdktf";\nimport "cdktf";\n';
    expect(fill(template)).toBe('import { App } from "cdktn";\nconst text = "cdktf";\nimport "cdktf";\n');
  });

  test("a placeholder without a value is an error", () => {
    expect(() => fill('"__OWNER__"')).toThrow("The template has an unknown placeholder, OWNER.");
  });
});

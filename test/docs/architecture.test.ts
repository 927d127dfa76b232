import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
const DIAGRAM = readFileSync(join(ROOT, "docs/architecture.svg"), "utf8");
const FOLDERS = readdirSync(join(ROOT, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

function list(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
}

describe("docs/architecture.md", () => {
  test("its diagram shows exactly the folders of src", () => {
    expect(list(DIAGRAM, /<tspan class="name">([^<]*)</g)).toEqual(FOLDERS);
  });

  test("its table of rooms links the page of each folder of src", () => {
    expect(list(PAGE, /^\| \[`([a-z]+)`\]\(\.\.\/src\/\1\/README\.md\) \|/gm)).toEqual(FOLDERS);
  });

  test("its diagram loads nothing and runs nothing", () => {
    expect(DIAGRAM).not.toMatch(/<script|<foreignObject|href=|@import|url\((?!#)/);
  });
});

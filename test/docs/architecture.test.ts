import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listMatches, ROOT, readText } from "./support/registry-pages";

const PAGE = readText("docs/architecture.md");
const DIAGRAM = readText("docs/architecture.svg");
const FOLDERS = readdirSync(join(ROOT, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

describe("docs/architecture.md", () => {
  test("its diagram shows exactly the folders of src", () => {
    expect(listMatches(DIAGRAM, /<tspan class="name">([^<]*)</g).sort()).toEqual(FOLDERS);
  });

  test("its table of rooms links the page of each folder of src", () => {
    const rooms = listMatches(PAGE, /^\| \[`([a-z]+)`\]\(\.\.\/src\/\1\/README\.md\) \|/gm);
    expect(rooms.sort()).toEqual(FOLDERS);
  });

  test("its diagram loads nothing and runs nothing", () => {
    expect(DIAGRAM).not.toMatch(/<script|<foreignObject|href=|@import|url\((?!#)/);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const SECTION = /"[^"]+"|`[^`]+`|[A-Z][a-z]+/;
const CITATION = new RegExp(
  `interface, (?:sections? )?((?:${SECTION.source})(?: and (?:${SECTION.source}))*)`,
  "g",
);

/** The headings of docs/interface.md; an operation is also known by its path alone. */
function listSections(): Set<string> {
  const text = readFileSync(join(ROOT, "docs/interface.md"), "utf8");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(headings.flatMap((heading) => [heading, heading.replace(/^POST /, "")]));
}

/** Sections that comments of the code cite, with the file that does. */
function listCitations(): [section: string, file: string][] {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, "src", file), "utf8").replace(/\n\s*(?:\*|\/\/) /g, " ");
      return [...text.matchAll(CITATION)].flatMap(([, cited = ""]) =>
        [...cited.matchAll(new RegExp(SECTION, "g"))].map(([name]): [string, string] => [
          name.replace(/["`]/g, ""),
          file,
        ]),
      );
    });
}

describe("docs/interface.md", () => {
  test("has every section that a comment in the code cites", () => {
    const citations = listCitations();
    expect(citations.length).toBeGreaterThan(10);
    const sections = listSections();
    expect(citations.filter(([section]) => !sections.has(section))).toEqual([]);
  });
});

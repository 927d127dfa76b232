import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MergeQueueClient } from "../../src/api/merge-queue-client";

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

/** The requests of the second interface that a text names. */
function listRequests(text: string): string[] {
  const names = [...text.matchAll(/[`"]((?:GET|POST|PATCH|PUT|DELETE) \/[a-z-]+(?:[/{][^`"]*)?)[`"]/g)];
  return [...new Set(names.map(([, name = ""]) => name))].sort();
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

  test("has every method of the client, and the requests that the second interface is sent for them", () => {
    const page = readFileSync(join(ROOT, "docs/interface.md"), "utf8");
    const [section = ""] = /^### Methods$.*?^### /ms.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    const others = ["constructor", "close", "pullRequests"];
    expect(rows.sort()).toEqual(methods.filter((name) => !others.includes(name)).sort());
    const folder = join(ROOT, "src/api/second");
    // That file has types of responses, and sends nothing.
    const files = readdirSync(folder).filter((file) => file !== "to-first-words.ts");
    const sources = files.map((file) => readFileSync(join(folder, file), "utf8"));
    const second = section.replaceAll(/^(\| `\w+` \|)[^|]*/gm, "$1");
    expect(listRequests(second)).toEqual(listRequests(sources.join("\n")));
  });
});

import { MergeQueueClient } from "../../src/api/merge-queue-client";
import { listFiles, listMatches, readText } from "./support/registry-pages";

const PAGE = readText("docs/interface.md");
const SECTION = /"[^"]+"|`[^`]+`|[A-Z][a-z]+/;
const CITATION = new RegExp(
  `interface, (?:sections? )?((?:${SECTION.source})(?: and (?:${SECTION.source}))*)`,
  "g",
);

/** Lists the headings of the page. An operation is also known by its path alone. */
function listSections(): Set<string> {
  const headings = listMatches(PAGE, /^#+ (.+)$/gm);
  return new Set(headings.flatMap((heading) => [heading, heading.replace(/^POST /, "")]));
}

/** The requests of the second interface that a text names. */
function listRequests(text: string): string[] {
  const names = listMatches(text, /[`"]((?:GET|POST|PATCH|PUT|DELETE) \/[a-z-]+(?:[/{][^`"]*)?)[`"]/g);
  return [...new Set(names)].sort();
}

/** Sections that comments of the code cite, with the file that does. */
function listCitations(): [section: string, file: string][] {
  return listFiles(["src"], /\.ts$/).flatMap((file) => {
    const text = readText(file).replace(/\n\s*(?:\*|\/\/) /g, " ");
    const cited = listMatches(text, CITATION).flatMap((each) => each.match(new RegExp(SECTION, "g")) ?? []);
    return cited.map((name): [string, string] => [name.replace(/["`]/g, ""), file]);
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
    const [section = ""] = /^### Methods$.*?^### /ms.exec(PAGE) ?? [];
    const rows = listMatches(section, /^\| `(\w+)` \|/gm);
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    const others = ["constructor", "close", "pullRequests"];
    expect(rows.sort()).toEqual(methods.filter((name) => !others.includes(name)).sort());
    // That file has types of responses, and sends nothing.
    const sources = listFiles(["src/api/second"], /^(?!to-first-words)/).map(readText);
    const second = section.replaceAll(/^(\| `\w+` \|)[^|]*/gm, "$1");
    expect(listRequests(second)).toEqual(listRequests(sources.join("\n")));
  });
});

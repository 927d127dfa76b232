import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { VERSION } from "../../src/product";
import { createProviderDefinition } from "../../src/provider/provider-definition";
import {
  listFiles,
  listHeadings,
  listLinks,
  listRegistryPageTexts,
  type PageText,
  REPOSITORY_URL,
  ROOT,
  readText,
  toAnchor,
} from "./support/registry-pages";

const PAGES = listRegistryPageTexts();
const BY_FILE: ReadonlyMap<string, PageText> = new Map(PAGES.map((page) => [page.file, page]));
const EACH = PAGES.map((page) => [page.file, page] as const);

/** The registry truncates longer pages. */
const MAX_BYTES = 500_000;
/** What search engines show of a description. */
const MAX_DESCRIPTION = 200;

const { resources, dataSources, actions, functions } = createProviderDefinition({
  env: {},
  addSecret: () => undefined,
});

function hasAnchor(page: PageText, anchor: string): boolean {
  return listHeadings(page).filter(({ text }) => toAnchor(text) === anchor).length === 1;
}

/** Tells whether a link works from the repository and from the registry's site, which strips `.md`. */
function leadsSomewhere(page: PageText, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  if (path.startsWith(REPOSITORY_URL)) {
    const [, kind, rest = ""] = /^\/(blob|tree)\/main\/(.+)$/u.exec(path.slice(REPOSITORY_URL.length)) ?? [];
    const file = join(ROOT, rest);
    return existsSync(file) && statSync(file).isDirectory() === (kind === "tree");
  }
  if (path.startsWith("https://")) return true;
  // The site shows the index at an address without a trailing slash, so relative links on it lead elsewhere.
  if (path !== "" && page.file === "index.md") return false;
  const target = path === "" ? page : BY_FILE.get(posix.join(posix.dirname(page.file), path));
  return target !== undefined && (anchor === undefined || hasAnchor(target, anchor));
}

describe("the pages in the registry's layout", () => {
  test("there is exactly one page for the provider and for each resource, data source, list resource, action and function", () => {
    const names = (types: object): string[] =>
      Object.keys(types).map((type) => type.replace("mergequeue_", ""));
    const wanted = [
      "index.md",
      ...names(resources).map((name) => `resources/${name}.md`),
      ...names(dataSources).map((name) => `data-sources/${name}.md`),
      ...names(resources).map((name) => `list-resources/${name}.md`),
      ...names(actions).map((name) => `actions/${name}.md`),
      ...Object.keys(functions).map((name) => `functions/${name}.md`),
    ];
    const found = PAGES.map(({ file }) => file).filter((file) => !file.startsWith("guides/"));
    expect(found.sort()).toEqual(wanted.sort());
  });

  test.each(EACH)("%s has front matter that the registry accepts", (file, { frontMatter }) => {
    const { page_title: title, subcategory, description, ...others } = frontMatter;
    expect(others).toEqual({});
    expect(title).toMatch(/^\S.*\S$/u);
    // The validation of pages refuses a subcategory of the index.
    expect(subcategory).toBe(file === "index.md" ? undefined : "");
    expect(description).toMatch(/^[A-Z][^\n`]*\.$/u);
    expect(String(description).length).toBeLessThanOrEqual(MAX_DESCRIPTION);
  });

  test("actions that the pages' commands invoke are declared on the same page", () => {
    const invoked = PAGES.flatMap(({ file, body }) =>
      [...body.matchAll(/-invoke=action\.(\w+)\.(\w+)/gu)].map(([, type, name]) => ({
        file,
        body,
        declaration: `action "${String(type)}" "${String(name)}" {`,
      })),
    );
    expect(invoked.length).toBeGreaterThan(0);
    const missing = invoked.filter(({ body, declaration }) => !body.includes(declaration));
    expect(missing.map(({ file, declaration }) => `${file}: ${declaration}`)).toEqual([]);
  });

  test.each(EACH)("%s begins with its title and skips no heading level", (_, page) => {
    const levels = listHeadings(page).map(({ level }) => level);
    expect(page.body.trimStart()).toMatch(/^# /u);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.slice(1).entries())
      expect(level).toBeLessThanOrEqual((levels[index] ?? 0) + 1);
  });

  test.each(EACH)("%s is Markdown without HTML and images, and not too long", (file, { prose }) => {
    expect(prose.replaceAll(/`[^`\n]*`/gu, "")).not.toMatch(/<\/?[a-z!]|!\[/iu);
    expect(statSync(join(ROOT, "docs", file)).size).toBeLessThan(MAX_BYTES);
  });

  test.each(EACH)("the links of %s work in the repository and on the registry's site", (_, page) => {
    expect(listLinks(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test("titles are unique, so that search results can be told apart", () => {
    const titles = PAGES.map(({ frontMatter }) => frontMatter["page_title"]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe("the examples of the pages", () => {
  const shown = PAGES.map(({ body }) => body).join("\n");
  const folders = ["provider", "resources", "data-sources", "list-resources", "actions", "functions"];
  const examples = folders.map((folder) => `examples/${folder}`);

  test.each(listFiles(examples, /\./))("%s is shown on a page", (file) => {
    expect(shown.includes(readText(file))).toBe(true);
  });

  test("the provider's version constraint accepts this version but no later major version", () => {
    const [major] = VERSION.split(".");
    expect(readText("examples/provider/provider.tf")).toContain(`version = "~> ${major}.0"`);
  });
});

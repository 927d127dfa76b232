import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";

/** The repository's absolute path. */
export const ROOT: string = resolve(__dirname, "../../..");

/** Reads a file of the repository, by its path from the root. */
export function readText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Lists the files below some folders that match a pattern, by their paths from the root. */
export function listFiles(folders: readonly string[], pattern: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => pattern.test(file))
      .map((file) => join(folder, file)),
  );
}

/** Lists the matches of a pattern's group, in order. */
export function listMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = ""]) => match);
}

/** Lists the cells of the rows of a table, which its header identifies. */
export function listRows(page: string, header: string): string[][] {
  const lines = page.slice(page.indexOf(header)).split("\n");
  const rows = lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Where the repository's files are on the web; pages of the registry lead there, but never to each other. */
export const REPOSITORY_URL = "https://github.com/mergequeue/terraform-provider-mergequeue";

/** A page of the documentation in the layout of Terraform's registry. */
export interface PageText {
  /** Path below `docs`, with slashes. */
  readonly file: string;
  /** The front matter as it is parsed. */
  readonly frontMatter: { readonly [key: string]: unknown };
  /** Markdown below the front matter. */
  readonly body: string;
  /** The body without blocks of code. */
  readonly prose: string;
}

/** Returns the index and the pages of the registry's folders, including guides. */
export function listRegistryPageTexts(): readonly PageText[] {
  const folders = ["resources", "data-sources", "list-resources", "actions", "functions", "guides"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, "docs", folder)).map((file) => `${folder}/${file}`),
  );
  return ["index.md", ...files].map(readPage);
}

function readPage(file: string): PageText {
  const text = readText(`docs/${file}`);
  const [, yaml, body] = /^---\n(.*?)\n---\n(.*)$/su.exec(text) ?? [];
  if (yaml === undefined || body === undefined) throw new Error(`${file} has no front matter.`);
  const prose = body.replaceAll(/^( *)```.*?^\1```$/gmsu, "");
  return { file, frontMatter: parse(yaml) as PageText["frontMatter"], body, prose };
}

/** Returns the headings of a page in order, with their levels, 1 to 6. */
export function listHeadings({
  prose,
}: Pick<PageText, "prose">): readonly { readonly level: number; readonly text: string }[] {
  return [...prose.matchAll(/^(#{1,6}) (.+)$/gmu)].map(([, marks = "", text = ""]) => ({
    level: marks.length,
    text,
  }));
}

/**
 * Returns the anchor of a heading: lower-case letters, digits, underscores and hyphens are kept, spaces
 * become hyphens, all other characters are removed. GitHub and both registries do the same.
 */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** Returns the targets of a page's links, except in code. */
export function listLinks({ prose }: PageText): readonly string[] {
  return [...prose.replaceAll(/`[^`\n]*`/gu, "``").matchAll(/\]\(([^)\s]+)\)/gu)].map(
    ([, target = ""]) => target,
  );
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./support/registry-pages";

const FOLDERS = ["docs", "examples", "src"];
const FILES = ["README.md", "CONTRIBUTING.md"].concat(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:md|json|ya?ml|ts|sh|tf)$/.test(file))
      .map((file) => join(folder, file)),
  ),
);

/** The two safe ways: run an installed package (`--no`), or name the package to fetch. */
const SAFE = /^npx (?:--no |--package terraform-provider-mergequeue )/;

const USES = FILES.flatMap((file) => {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.flatMap((line) => [...line.matchAll(/\bnpx [\w-].*/g)].map(([use]) => ({ file, use })));
});

test("pages, recipes and messages never make npx fetch a package by the name of a command", () => {
  expect(USES.length).toBeGreaterThan(10);
  // The page warns against this command.
  const warned = ["docs/command.md"];
  const isWarning = ({ file, use }: { file: string; use: string }): boolean =>
    warned.includes(file) && use.startsWith("npx mergequeue` alone fetches");
  expect(USES.filter((each) => !SAFE.test(each.use) && !isWarning(each))).toEqual([]);
});

test("after npx --no, an option never follows the name of a command directly, because npx would take it", () => {
  expect(USES.filter(({ use }) => /^npx --no \w\S* -/.test(use))).toEqual([]);
});

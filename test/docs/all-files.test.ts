import { groupQueues } from "../../src/cli/export/group-queues";
import { printHcl } from "../../src/cli/export/hcl/print-hcl";
import { VERSION } from "../../src/product";
import { listFiles, readText } from "./support/registry-pages";

/** A declaration of a queue in parallel mode, in any of the languages. */
const PARALLEL = /^\s*mode"?\s*[:=][^|\n]*\bparallel\b/m;

test("an example with a parallel queue says how its pull requests become ready, because nothing merges otherwise", () => {
  // People copy these. Nobody copies the generated pages of types and schemas.
  const copied = listFiles(
    ["docs", "examples", "src/cli/init/templates"],
    /^(?!api[\\/]).*\.(?:md|tf|ts|ya?ml)$/,
  );
  expect(copied.length).toBeGreaterThan(50);
  const parallel = ["README.md", ...copied].filter((file) => PARALLEL.test(readText(file)));
  expect(parallel).toEqual(["examples/foresight/main.ts", "examples/module-with-tests/main.tf"]);
  for (const file of parallel) expect(readText(file)).toContain("mergequeue pr impacted-targets");
});

const SOURCE = /source *= "mergequeue\/mergequeue"/g;
const REQUIRED = new RegExp(`${SOURCE.source}\\n +version = "~> ${String(VERSION.split(".")[0])}\\.0"`, "g");

test("every configuration that documents, examples and the command show requires this major version of the provider", () => {
  const files = ["README.md", ...listFiles(["docs", "examples"], /\.(?:md|tf)$/)];
  const texts = new Map(files.map((file) => [file, readText(file)]));
  texts.set("export --format hcl", printHcl(groupQueues([]), undefined));
  const shown = [...texts].filter(([, text]) => text.match(SOURCE) !== null);
  expect(shown.length).toBeGreaterThan(10);
  const open = shown.filter(([, text]) => text.match(SOURCE)?.length !== text.match(REQUIRED)?.length);
  expect(open.map(([file]) => file)).toEqual([]);
});

/** The two safe ways: run an installed package (`--no`), or name the package to fetch. */
const SAFE = /^npx (?:--no |--package terraform-provider-mergequeue )/;

const USES = [
  ...["README.md", "CONTRIBUTING.md"],
  ...listFiles(["docs", "examples", "src"], /\.(?:md|json|ya?ml|ts|sh|tf)$/),
].flatMap((file) => (readText(file).match(/\bnpx [\w-].*/g) ?? []).map((use) => ({ file, use })));

test("pages, recipes and messages never make npx fetch a package by the name of a command", () => {
  expect(USES.length).toBeGreaterThan(10);
  // The page warns against this command.
  const isWarning = ({ file, use }: { file: string; use: string }): boolean =>
    file === "docs/command.md" && use.startsWith("npx mergequeue` alone fetches");
  expect(USES.filter((each) => !SAFE.test(each.use) && !isWarning(each))).toEqual([]);
});

test("after npx --no, an option never follows the name of a command directly, because npx would take it", () => {
  expect(USES.filter(({ use }) => /^npx --no \w\S* -/.test(use))).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { groupQueues } from "../../src/cli/export/group-queues";
import { printHcl } from "../../src/cli/export/hcl/print-hcl";
import { VERSION } from "../../src/product";

const ROOT = resolve(__dirname, "../..");
const SOURCE = /source *= "mergequeue\/mergequeue"/g;
const REQUIRED = new RegExp(`${SOURCE.source}\\n +version = "~> ${String(VERSION.split(".")[0])}\\.0"`, "g");

function listFiles(): string[] {
  const tracked = execFileSync("git", ["ls-files", "--", "README.md", "docs", "examples"], { cwd: ROOT });
  return tracked
    .toString()
    .split("\n")
    .filter((file) => /\.(md|tf)$/.test(file));
}

test("every configuration that documents, examples and the command show requires this major version of the provider", () => {
  const texts = new Map(listFiles().map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  texts.set("export --format hcl", printHcl(groupQueues([]), undefined));
  const shown = [...texts].filter(([, text]) => text.match(SOURCE) !== null);
  expect(shown.length).toBeGreaterThan(10);
  const open = shown.filter(([, text]) => text.match(SOURCE)?.length !== text.match(REQUIRED)?.length);
  expect(open.map(([file]) => file)).toEqual([]);
});

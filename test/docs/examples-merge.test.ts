import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./support/registry-pages";

/** Pages and examples that people copy; generated pages of types and schemas are not among them. */
const FILES = ["README.md"].concat(
  ["docs", "examples", "src/cli/init/templates"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:md|tf|ts|ya?ml)$/.test(file) && !/^api[\\/]/.test(file))
      .map((file) => join(folder, file)),
  ),
);

/** A declaration of a queue in parallel mode, in any of the languages. */
const PARALLEL = /^\s*mode"?\s*[:=][^|\n]*\bparallel\b/m;

test("an example with a parallel queue says how its pull requests become ready, because nothing merges otherwise", () => {
  expect(FILES.length).toBeGreaterThan(50);
  const parallel = FILES.map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") })).filter(
    ({ text }) => PARALLEL.test(text),
  );
  expect(parallel.map(({ file }) => file)).toEqual([
    "examples/foresight/main.ts",
    "examples/module-with-tests/main.tf",
  ]);
  for (const { text } of parallel) expect(text).toContain("mergequeue pr impacted-targets");
});

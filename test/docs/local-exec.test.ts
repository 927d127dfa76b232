import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { assembleProgram, synthesize } from "./support/page-program";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/local-exec.md"), "utf8");

describe("docs/guides/local-exec.md", () => {
  test("its TypeScript synthesizes the stack that the page shows", async () => {
    const { resource, terraform } = await synthesize(assembleProgram(PAGE));
    expect(Object.keys(resource["null_resource"] ?? {}).sort()).toEqual([
      "main",
      expect.stringMatching(/^main_RequiredStatuses_/),
      expect.stringMatching(/^main_Settings_/),
    ]);
    expect(Object.keys(terraform.required_providers)).toEqual(["null"]);
  });
});

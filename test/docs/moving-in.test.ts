import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { assembleProgram, synthesize } from "./support/page-program";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/moving-in.md"), "utf8");

/** CDKTF asks Terraform for its version where a resource moves. */
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

describe("docs/guides/moving-in.md", () => {
  testTerraform("its TypeScript synthesizes the move that it shows", async () => {
    expect(await synthesize(assembleProgram(PAGE))).toMatchObject({
      moved: [{ from: "trunk_merge_queue.main", to: "mergequeue_queue.main" }],
      resource: { mergequeue_queue: { main: { target_branch: "main", merge_method: "squash" } } },
    });
  });
});

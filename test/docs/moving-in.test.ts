import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { UNKNOWN_SETTINGS } from "../support/trunk-states";

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/guides/moving-in.md"), "utf8");

/** CDKTF asks Terraform for its version where a resource moves. */
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

describe("docs/guides/moving-in.md", () => {
  testTerraform("its TypeScript synthesizes the move that it shows", async () => {
    // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
    await mkdir(join(ROOT, ".scratch"), { recursive: true });
    const directory = await mkdtemp(join(ROOT, ".scratch/moving-in-"));
    try {
      const block = /^```ts\n(.*?)^```$/ms.exec(PAGE)?.[1];
      await writeFile(join(directory, "main.ts"), block ?? "");
      const output = join(directory, "cdktf.out");
      const result = await runCommand(join(ROOT, "node_modules/.bin/tsx"), ["main.ts"], {
        cwd: directory,
        env: scrubEnvironment(directory, { CDKTF_OUTDIR: output }),
      });
      expect(result).toMatchObject({ status: 0 });
      const synthesized: unknown = JSON.parse(
        await readFile(join(output, "stacks/queues/cdk.tf.json"), "utf8"),
      );
      expect(synthesized).toMatchObject({
        moved: [{ from: "trunk_merge_queue.main", to: "mergequeue_queue.main" }],
        resource: { mergequeue_queue: { main: { target_branch: "main", merge_method: "squash" } } },
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test.each(Object.keys(UNKNOWN_SETTINGS))("names %s, which nothing manages after the move", (name) => {
    expect(PAGE).toContain(`\`${name}\``);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSources } from "../../scripts/release/check-sources";
import { runCommand } from "../../scripts/support/run-command";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sources-"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe("the sources of a release", () => {
  test("what is not committed is refused, with its names and what to do", async () => {
    await runCommand("git", ["init", "--quiet"], { cwd: root });
    await checkSources(root);
    await writeFile(join(root, "new.ts"), "");
    await expect(checkSources(root)).rejects.toThrow(/\?\? new\.ts\nCommit them.* --allow-dirty/);
  });

  test("outside of a repository nothing is taken for committed", async () => {
    await expect(checkSources(root)).rejects.toThrow(/cannot be told: .*not a git repository/);
  });
});

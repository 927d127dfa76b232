import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSources } from "../../scripts/release/read-release-plan";
import { runCommand } from "../../scripts/support/run-command";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sources-"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe("the sources of a release", () => {
  test("refuses uncommitted files, names them and says what to do", async () => {
    await runCommand("git", ["init", "--quiet"], { cwd: root });
    await checkSources(root);
    await writeFile(join(root, "new.ts"), "");
    await expect(checkSources(root)).rejects.toThrow(/\?\? new\.ts\nCommit or stash them.* --allow-dirty/);
  });

  test("refuses a directory outside of a repository", async () => {
    await expect(checkSources(root)).rejects.toThrow(/git status failed: .*not a git repository/);
  });
});

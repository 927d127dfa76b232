import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkSources } from "../../scripts/release/read-release-plan";
import { runCommand } from "../../scripts/support/run-command";
import { makeScratch } from "../support/make-scratch";

let root: string;

beforeEach(() => {
  root = makeScratch();
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

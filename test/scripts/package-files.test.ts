import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findRoot } from "../../scripts/support/find-root";
import { runCommand } from "../../scripts/support/run-command";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";

const LIST = join(__dirname, "package-files.txt");

describe("the package", () => {
  const home = makeScratch();

  test("S-22: contains exactly the files of the reviewed list package-files.txt, below 3 MB packed", async () => {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", "--loglevel=silent"];
    const { stdout } = await runCommand("npm", args, { cwd: findRoot(), env: scrubEnvironment(home) });
    const [packed] = JSON.parse(stdout) as { size: number; files: readonly { readonly path: string }[] }[];
    const reviewed = readFileSync(LIST, "utf8").trimEnd().split("\n");
    // It contains no binary: its users have Node.js.
    expect(packed?.size).toBeLessThan(3_000_000);
    expect(packed?.files.map(({ path }) => path).sort()).toEqual(reviewed);
  });
});

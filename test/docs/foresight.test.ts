import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(__dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

describe("README.md", () => {
  test("shows a forecast as mergequeue simulate prints it", async () => {
    const [, command = "", table = ""] =
      /^\$ mergequeue (simulate .*?[^\\])\n(^ .*?)^```$/ms.exec(README) ?? [];
    const args = command.replaceAll("\\\n", " ").split(/\s+/);
    expect(args[0]).toBe("simulate");
    // The built command has worker threads.
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "dist/cli.js"), ...args]);
    expect(table.split("\n").length).toBeGreaterThan(5);
    expect(stdout).toContain(table);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../..");

describe("npm run demo", () => {
  test("on a machine with Node.js alone, every step does what it says, by the command mergequeue", async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-"));
    try {
      // Nothing is on this path, and so no Terraform.
      const env = scrubEnvironment(folder, { PATH: folder });
      const args = [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/demo.ts")];
      const { status, output } = await runCommand(process.execPath, args, { cwd: ROOT, env });
      expect(output).toContain("There is no Terraform here");
      expect(output).toContain("mergequeue apply --auto-approve");
      expect(output).toMatch(/\nDone: every step did what it says\.\n$/);
      expect(status).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

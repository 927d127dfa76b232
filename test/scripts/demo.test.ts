import { join, resolve } from "node:path";
import { tryFindTerraform } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";

test("npm run demo shows each step once, by Terraform if there is one, and ends well", async () => {
  const cwd = resolve(__dirname, "../..");
  const program = tryFindTerraform();
  // It must not matter what the caller has set.
  const env = { ...process.env, MERGEQUEUE_TOKEN: "real", TF_CLI_ARGS: "-help", NO_COLOR: "1" };
  const { output, status } = await runCommand("sh", [join(cwd, "scripts/demo.sh")], { cwd, env });
  expect(output).toMatch(/#41 was merged [^]*#42 was merged /);
  expect(output.match(program === undefined ? /\+ create: /g : /will be created/g)).toHaveLength(1);
  expect(output).toMatch(/\nDone: every step did what it says\.\n$/);
  expect(output).not.toContain("\u001b");
  expect(status).toBe(0);
});

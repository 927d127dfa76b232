import { join, resolve } from "node:path";
import { tryFindTerraform } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";

const DEMO = join(__dirname, "../../scripts/demo.sh");

test("the demo ends well on a terminal, where its steps print colours", async () => {
  const cwd = resolve(__dirname, "../..");
  const env = { ...process.env, NO_COLOR: undefined, TERM: "xterm" };
  const { output, status } = await runCommand("script", ["-qec", `sh '${DEMO}'`, "/dev/null"], { cwd, env });
  expect(output).toContain("\u001b[");
  expect(output).toMatch(/\nDone: every step did what it says\.\r\n$/);
  expect(status).toBe(0);
});

test("npm run demo shows each step once, by Terraform if there is one, and ends well", async () => {
  const cwd = resolve(__dirname, "../..");
  const program = tryFindTerraform();
  // It must not matter what the caller has set.
  const env = { ...process.env, MERGEQUEUE_TOKEN: "real", TF_CLI_ARGS: "-help", NO_COLOR: "1" };
  const { output, status } = await runCommand("sh", [DEMO], { cwd, env });
  expect(output).toMatch(/#41 was merged [^]*#42 was merged /);
  expect(output.match(program === undefined ? /\+ create: /g : /will be created/g)).toHaveLength(1);
  expect(output).toMatch(/\nDone: every step did what it says\.\n$/);
  expect(output).not.toContain("\u001b");
  expect(status).toBe(0);
});

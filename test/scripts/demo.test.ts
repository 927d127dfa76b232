import { join, resolve } from "node:path";
import { tryFindTerraform } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";

const DEMO = join(__dirname, "../../scripts/demo.sh");

test("npm run demo shows each step once, in colours on a terminal, by Terraform if there is one, and ends well", async () => {
  const cwd = resolve(__dirname, "../..");
  const program = tryFindTerraform();
  // It must not matter what the caller has set.
  const env = {
    ...process.env,
    MERGEQUEUE_TOKEN: "real",
    TF_CLI_ARGS: "-help",
    NO_COLOR: undefined,
    TERM: "xterm",
  };
  const { output, status } = await runCommand("script", ["-qec", `sh '${DEMO}'`, "/dev/null"], { cwd, env });
  expect(output).toContain("\u001b[");
  const text = output.replaceAll(/\u001b\[[\d;]*m/g, "");
  expect(text).toMatch(/#41 was merged [^]*#42 was merged /);
  expect(text.match(program === undefined ? /\+ create: /g : /will be created/g)).toHaveLength(1);
  expect(text).toMatch(/\nDone: every step did what it says\.\r\n$/);
  expect(status).toBe(0);
});

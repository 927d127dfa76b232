import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryFindProgram } from "../../../src/cli/doctor/version-checks";
import { MINIMUM_NODE_VERSION } from "../../../src/product";
import { waitFor } from "../../support/wait-for";
import { run } from "../fake-context";
import { diagnose, machine, onMachine } from "../support/run-doctor";
import { TOKEN } from "../support/run-on-service";

onMachine();

function say(version: string): string {
  return `echo '{"terraform_version":"${version}","platform":"linux_amd64"}'`;
}

describe("versions", () => {
  test("of programs that are new enough are shown with their paths", async () => {
    machine.addProgram("terraform", say("1.5.0"));
    machine.addProgram("tofu", say("1.12.0-rc1"));
    const { shows } = await diagnose(machine);
    const path = join(machine.programs, "terraform");
    shows("Terraform", "ok", `1.5.0 (${path})`);
    shows("OpenTofu", "ok");
    shows("Node.js", "ok", process.version.slice(1));
  });

  test.each([
    ["terraform", "Terraform", "1.4.9"],
    ["tofu", "OpenTofu", "1.5.9"],
  ])("%s: %s %s is too old", async (name, check, version) => {
    machine.addProgram(name, say(version));
    const { find, exitStatus } = await diagnose(machine);
    expect(exitStatus).toBe(1);
    const message = expect.stringMatching(/is too old; 1\.[56]\.0 is the oldest that works\.$/) as unknown;
    expect(find(check)).toMatchObject({ status: "problem", message, command: `${name} version` });
  });

  test("a Node.js on the PATH that is not the one of this process is asked, and may be too old", async () => {
    rmSync(join(machine.programs, "node"));
    machine.addProgram("node", 'echo "v18.20.4"');
    const { find } = await diagnose(machine);
    expect(find("Node.js").message).toContain("Node.js 18.20.4");
    expect(find("Node.js").next).toContain(MINIMUM_NODE_VERSION);
  });

  test("without Node.js on the PATH, Terraform cannot start the provider", async () => {
    rmSync(join(machine.programs, "node"));
    const { shows } = await diagnose(machine);
    shows("Node.js", "problem", "node --version");
  });

  test.each([
    ["fails", "echo broken >&2; exit 3", "does not say its version: "],
    ["says something else", "echo hello", "does not say its version."],
    ["never ends", "exec sleep 600", "it did not end within"],
  ])("S-15: a program that %s is a problem and holds up nothing", async (_case, script, message) => {
    // The script has no PATH of its own.
    machine.addProgram("terraform", `PATH=/usr/bin:/bin; ${script}`);
    const { find, shows } = await diagnose(machine, {}, ["--timeout", "3s"]);
    shows("Terraform", "problem", "terraform version");
    expect(find("Terraform").message).toContain(message);
  });

  test("L-1: an interrupt ends a program that hangs, with status 130", async () => {
    const started = join(machine.root, "started");
    machine.addProgram("terraform", `PATH=/usr/bin:/bin; : > "${started}"; exec sleep 600`);
    const stop = waitFor(() => existsSync(started), "terraform").then(() => "SIGINT" as const);
    await run("doctor", { ...machine.toProcess(), catchStop: () => stop }).endsWith(130);
  });

  test("S-15: programs get one fixed command line, no input, and neither the token nor Terraform's variables", async () => {
    const seen = join(machine.root, "seen");
    const script = `{ echo "args: $*"; echo "input: $(cat)"; echo "in: $PWD"; env; } > "${seen}"\n${say("1.11.4")}`;
    machine.addProgram("terraform", `PATH=/usr/bin:/bin\n${script}`);
    const variables = { TF_CLI_ARGS: "-help", TF_LOG: "trace", OTHER: "stays" };
    const MERGEQUEUE_BASE_URL = "https://merge.example.com";
    const { shows } = await diagnose(machine, { ...variables, MERGEQUEUE_BASE_URL });
    shows("Terraform", "ok");
    const text = readFileSync(seen, "utf8");
    expect(text).toContain(`args: version -json\ninput: \nin: ${machine.project}\n`);
    expect(text).toContain("OTHER=stays\n");
    expect(text).not.toMatch(/^(MERGEQUEUE|TF)_/m);
    expect(text).not.toContain(TOKEN);
    // S-20: Terraform asks nobody for a newer version.
    expect(text).toContain("CHECKPOINT_DISABLE=1\n");
  });

  const RELATIVE = [".", "", "bin", "../project"];
  test.each(RELATIVE)(
    "S-15: no program is taken from the relative path %p on the PATH",
    async (directory) => {
      const seen = join(machine.root, "seen");
      for (const place of ["project", "project/bin"])
        machine.makeExecutable(machine.write(`${place}/terraform`, `#!/bin/sh\n: > "${seen}"\n`));
      const path = [directory, machine.programs, directory].join(":");
      const { shows } = await diagnose(machine, { PATH: path });
      shows("Terraform", "skipped");
      expect(existsSync(seen)).toBe(false);
    },
  );
});

describe("tryFindProgram", () => {
  test("on Windows, programs end in .exe, and the variable is called Path or PATH", async () => {
    machine.addProgram("terraform.exe", say("1.11.4"));
    const find = (environment: Record<string, string>): Promise<string | undefined> =>
      tryFindProgram("terraform", { environment, platform: "win32" });
    const file = join(machine.programs, "terraform.exe");
    expect(await find({ Path: machine.programs })).toBe(file);
    expect(await find({ PATH: machine.programs })).toBe(file);
  });
});

import { chmodSync } from "node:fs";
import { arch } from "node:os";
import { join } from "node:path";
import { toTerraformPlatform } from "../../../src/distribution/find-installed";
import { run } from "../fake-context";
import { diagnose, machine, onMachine } from "../support/run-doctor";
import { TOKEN } from "../support/run-on-service";
import { emulator, onService } from "../support/stage";

const PLATFORM = toTerraformPlatform("linux", arch());

const NONE = { problems: 0, warnings: 0 };

onService();
onMachine();

describe("mergequeue doctor", () => {
  test("prints a line for each check on 80 columns, and what to do with a command that is not broken", async () => {
    const file = machine.write("token", TOKEN);
    chmodSync(file, 0o644);
    const { out } = await run(["doctor", "--token-file", file], {
      ...machine.toProcess({ MERGEQUEUE_BASE_URL: emulator.url, COLUMNS: "80" }),
    }).succeeds();
    const lines = out.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "Service",
      `  ok       address      ${emulator.url} (MERGEQUEUE_BASE_URL)`,
      "  ok       interface    the first interface, at /v1, because the address ends in",
      `${" ".repeat(24)}"/v1"`,
      `  ok       network      ${new URL(emulator.url).host} is reachable`,
      "  skipped  TLS          the address begins with http",
    ]);
    expect(lines).toContain(`${" ".repeat(24)}  $ chmod 600 '${file}'`);
    expect(lines.filter((line) => !line.includes("$ ") && line.length > 80)).toEqual([]);
    expect(out).toMatch(/\n\nNo problems, 1 warning\.\n$/);
    expect(out).not.toContain(TOKEN);
  });

  test("L-2: --json is one document with every check, its status and the counts", async () => {
    const { out, checks } = await diagnose(machine, { MERGEQUEUE_BASE_URL: emulator.url });
    expect(JSON.parse(out)).toMatchObject({ format: "mergequeue-doctor", version: 1, ...NONE });
    const groups = new Set(checks.map(({ group }) => group));
    expect([...groups]).toEqual(["Service", "Versions", "Plugin", "Permissions"]);
    for (const each of checks) {
      expect(each.message).not.toBe("");
      const isWrong = each.status === "problem" || each.status === "warning";
      expect(each.command === undefined).toBe(!isWrong);
    }
  });

  test("S-14: names of this machine cannot steer the terminal", async () => {
    const stack = join("cdktf.out/stacks", "ev\u001b[2Jil");
    const place = "terraform.d/plugins/registry.terraform.io/mergequeue/mergequeue/0.1.0";
    machine.write(join("project", stack, place, PLATFORM, "empty"), "");
    const { out } = await run("doctor", machine.toProcess({ MERGEQUEUE_BASE_URL: emulator.url }));
    expect(out).toContain("ev\\x1b[2Jil");
    expect(out).not.toContain("\u001b");
  });
});

import { spawnSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { tryFindTerraform } from "../../support/find-terraform";

/**
 * Describes the machine, what else it does at the moment, and the programs, as pairs of what and which; nothing that names
 * the machine.
 */
export function describeMachine(): readonly (readonly [string, string])[] {
  const [first] = cpus();
  const gibibytes = totalmem() / 1_024 ** 3;
  return [
    ["processor", `${first?.model.trim() ?? "unknown"}, ${cpus().length} cores`],
    ["memory", `${gibibytes.toFixed(0)} GiB`],
    ["system", `${type()} ${release().replace(/[-+].*$/, "")}`],
    ["Node.js", process.version],
    ["Terraform", readVersion(tryFindTerraform(), ["version"])],
    ["Go", readVersion("go", ["version"])],
    ["processes that wanted a core in the minute before", (loadavg()[0] ?? 0).toFixed(1)],
  ];
}

/** Answers the first version in what a program says of itself; `none` if there is no such program. */
function readVersion(program: string | undefined, args: readonly string[]): string {
  if (program === undefined) return "none";
  const { error, stdout } = spawnSync(program, args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  if (error !== undefined) return "none";
  return /(?:OpenTofu )?v?\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? "unknown";
}

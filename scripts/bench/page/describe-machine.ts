import { spawnSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { tryFindTerraform } from "../../support/find-terraform";

/** Describes the machine, its load and the programs. The description does not identify the machine. */
export function describeMachine(): readonly string[] {
  const [first] = cpus();
  return [
    `${first?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${(totalmem() / 1_024 ** 3).toFixed(0)} GiB`,
    `${type()} ${release().replace(/[-+].*$/, "")}`,
    `Node.js ${process.version}`,
    readVersion(tryFindTerraform(), "no Terraform"),
    `load of the minute before ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ];
}

function readVersion(program: string | undefined, otherwise: string): string {
  if (program === undefined) return otherwise;
  const { stdout } = spawnSync(program, ["version"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return stdout.split("\n")[0] ?? otherwise;
}

import { realpath } from "node:fs/promises";
import { MINIMUM_NODE_VERSION, VERSION } from "../../product";
import type { CommandContext } from "../command-session";
import { type CheckLimits, type Checks, type Finding, ok, problem, skipped } from "./check";
import { type ProgramRun, runVersion, tryFindProgram } from "./run-program";

/** The programs, each with the oldest version that the tests run with. */
const PROGRAMS = [
  { label: "Node.js", name: "node", args: ["--version"], minimum: MINIMUM_NODE_VERSION },
  { label: "Terraform", name: "terraform", args: ["version", "-json"], minimum: "1.5.0" },
  { label: "OpenTofu", name: "tofu", args: ["version", "-json"], minimum: "1.6.0" },
] as const;

/** Returns the checks of the versions of Node.js, Terraform and OpenTofu. */
export function listVersionChecks(context: CommandContext, limits: CheckLimits): Checks {
  const checks = PROGRAMS.map((program): [string, () => Promise<Finding>] => [
    program.label,
    () => checkProgram(program, context, limits),
  ]);
  return { mergequeue: () => ok(VERSION), ...Object.fromEntries(checks) };
}

async function checkProgram(
  { label, name, args, minimum }: (typeof PROGRAMS)[number],
  context: CommandContext,
  limits: CheckLimits,
): Promise<Finding> {
  const ask = `${name} ${args[0]}`;
  const install = `Install ${label} ${minimum.replace(/\.0$/, "")} or newer.`;
  const file = await tryFindProgram(name, context);
  if (file === undefined) {
    if (name !== "node") return skipped(`there is no ${name} on the PATH`);
    const message = "There is no node on the PATH. Terraform starts the provider of the npm package with it.";
    return problem(message, install, ask);
  }
  const run: ProgramRun =
    name === "node" && (await realpath(file)) === (await realpath(process.execPath))
      ? { out: process.version }
      : await runVersion(file, args, context, limits);
  if ("failure" in run) {
    return problem(`${file} does not say its version: ${run.failure}.`, "See why:", ask);
  }
  const version = tryReadVersion(run.out);
  if (version === undefined) {
    return problem(`${file} does not say its version.`, "See what it says:", ask);
  }
  if (isAtLeast(version, minimum)) return ok(`${version} (${file})`);
  const message = `${label} ${version} (${file}) is too old; ${minimum} is the oldest that works.`;
  return problem(message, install, ask);
}

/** Reads `v20.18.1`, or Terraform's JSON document. */
function tryReadVersion(out: string): string | undefined {
  const [, json] = /"terraform_version"\s*:\s*"([^"]*)"/.exec(out) ?? [];
  return /^v?(\d+\.\d+\.\d+[\w.+-]*)\s*$/.exec(json ?? out)?.[1];
}

/** Compares major, minor and patch; a pre-release counts as its release. */
function isAtLeast(version: string, minimum: string): boolean {
  const [given = "", least = ""] = [version, minimum].map((text) => text.split(/[-+]/)[0]);
  return given.localeCompare(least, "en", { numeric: true }) >= 0;
}

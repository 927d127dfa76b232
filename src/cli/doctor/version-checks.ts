import { realpath } from "node:fs/promises";
import { MINIMUM_NODE_VERSION, VERSION } from "../../product";
import type { CommandContext } from "../command-session";
import { type CheckLimits, type Checks, type Finding, ok, problem, skipped } from "./check";
import { type ProgramRun, runVersion, tryFindProgram } from "./run-program";

interface Program {
  readonly label: string;
  readonly name: string;
  readonly args: readonly [string, ...string[]];
  /** The oldest version that the tests run with. */
  readonly minimum: string;
  /** What to do if it is too old or missing. */
  readonly install: string;
}

const NODE: Program = {
  label: "Node.js",
  name: "node",
  args: ["--version"],
  minimum: MINIMUM_NODE_VERSION,
  install: `Install Node.js ${MINIMUM_NODE_VERSION} or newer.`,
};

const TERRAFORM: Program = {
  label: "Terraform",
  name: "terraform",
  args: ["version", "-json"],
  minimum: "1.5.0",
  install: "Install Terraform 1.5 or newer.",
};

const TOFU: Program = {
  label: "OpenTofu",
  name: "tofu",
  args: ["version", "-json"],
  minimum: "1.6.0",
  install: "Install OpenTofu 1.6 or newer.",
};

/** Returns the checks of the versions of Node.js, Terraform and OpenTofu. */
export function listVersionChecks(context: CommandContext, limits: CheckLimits): Checks {
  const programs = [NODE, TERRAFORM, TOFU].map((program) => [
    program.label,
    () => checkProgram(program, context, limits),
  ]);
  return { mergequeue: () => ok(VERSION), ...(Object.fromEntries(programs) as Checks) };
}

async function checkProgram(
  program: Program,
  context: CommandContext,
  limits: CheckLimits,
): Promise<Finding> {
  const { label, name, args, minimum, install } = program;
  const ask = `${name} ${args[0]}`;
  const file = await tryFindProgram(name, context);
  if (file === undefined) {
    if (program !== NODE) return skipped(`there is no ${name} on the PATH`);
    const message = "There is no node on the PATH. Terraform starts the provider of the npm package with it.";
    return problem(message, install, ask);
  }
  const run: ProgramRun =
    program === NODE && (await realpath(file)) === (await realpath(process.execPath))
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

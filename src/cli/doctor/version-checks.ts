import { realpath } from "node:fs/promises";
import { MINIMUM_NODE_VERSION, VERSION } from "../../product";
import type { CommandContext } from "../command-session";
import { type Check, type CheckGroup, type Finding, ok, problem, skipped } from "./check";
import { type ProgramLimits, type ProgramRun, runVersion, tryFindProgram } from "./run-program";

interface Program {
  readonly label: string;
  readonly name: string;
  readonly args: readonly [string, ...string[]];
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

/** The oldest versions that the tests run with. */
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
export function listVersionChecks(context: CommandContext, limits: ProgramLimits): CheckGroup {
  const program = (each: Program): Check => ({
    name: each.label,
    run: () => checkProgram(each, context, limits),
  });
  return {
    title: "Versions",
    checks: [
      { name: "mergequeue", run: () => ok(VERSION) },
      program(NODE),
      program(TERRAFORM),
      program(TOFU),
    ],
  };
}

async function checkProgram(
  program: Program,
  context: CommandContext,
  limits: ProgramLimits,
): Promise<Finding> {
  const { label, name, args, minimum, install } = program;
  const file = await tryFindProgram(name, context);
  if (file === undefined) {
    if (program !== NODE) return skipped(`there is no ${name} on the PATH`);
    return problem(
      "There is no node on the PATH. Terraform starts the provider of the npm package with it.",
      install,
      `${name} ${args[0]}`,
    );
  }
  const run: ProgramRun =
    program === NODE && (await realpath(file)) === (await realpath(process.execPath))
      ? { out: process.version }
      : await runVersion(file, args, context, limits);
  if ("failure" in run) {
    return problem(`${file} does not say its version: ${run.failure}.`, "See why:", `${name} ${args[0]}`);
  }
  const version = tryReadVersion(run.out);
  if (version === undefined) {
    return problem(`${file} does not say its version.`, "See what it says:", `${name} ${args[0]}`);
  }
  return isAtLeast(version, minimum)
    ? ok(`${version} (${file})`)
    : problem(
        `${label} ${version} (${file}) is too old; ${minimum} is the oldest that works.`,
        install,
        `${name} ${args[0]}`,
      );
}

/** Reads `v20.18.1`, or Terraform's JSON document. */
function tryReadVersion(out: string): string | undefined {
  const [, json] = /"terraform_version"\s*:\s*"([^"]*)"/.exec(out) ?? [];
  return /^v?(\d+\.\d+\.\d+[\w.+-]*)\s*$/.exec(json ?? out)?.[1];
}

/** Compares major, minor and patch; a pre-release counts as its release. */
function isAtLeast(version: string, minimum: string): boolean {
  const [given, least] = [version, minimum].map(
    (text) => text.split(/[-+]/)[0]?.split(".").map(Number) ?? [],
  );
  const index = [0, 1, 2].find((each) => given?.[each] !== least?.[each]);
  return index === undefined || Number(given?.[index]) > Number(least?.[index]);
}

import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MINIMUM_NODE_VERSION, PACKAGE_NAME, PEER_VERSIONS, VERSION } from "../../product";
import { readRegularFile } from "../../stack/read-regular-file";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type Check, type CheckGroup, type Finding, ok, problem, skipped } from "./check";
import { isPulumiProject } from "./pulumi-check";
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

const PULUMI: Program = {
  label: "Pulumi",
  name: "pulumi",
  args: ["version"],
  minimum: "3.0.0",
  install: "Install Pulumi.",
};

/** Returns the checks of the versions of Node.js, Terraform, OpenTofu, the CDK and, in its projects, Pulumi. */
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
      {
        name: PULUMI.label,
        run: async () =>
          (await isPulumiProject(context.workingDirectory))
            ? checkProgram(PULUMI, context, limits)
            : skipped("this is not a Pulumi project"),
      },
      { name: "CDK", run: () => checkCdk(context.workingDirectory) },
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
    if (program === PULUMI) return problem("There is no pulumi on the PATH.", install, "command -v pulumi");
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

async function checkCdk(workingDirectory: string): Promise<Finding | readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of ["cdktf", "cdktn", "constructs"] as const) {
    const version = await tryReadPackageVersion(workingDirectory, name);
    // Other libraries have constructs, too.
    if (version === undefined || (name === "constructs" && findings.length === 0)) continue;
    const range = PEER_VERSIONS[name];
    findings.push(
      matchesCaret(version, range.slice(1))
        ? ok(`${name} ${version}`)
        : problem(
            `${name} ${version} does not fit ${PACKAGE_NAME} ${VERSION}, which needs ${range}.`,
            "",
            `npm install ${quoteForShell(`${name}@${range}`)}`,
          ),
    );
  }
  return findings.length === 0 ? skipped("no cdktf or cdktn is installed here") : findings;
}

/** `^0.21.0` allows 0.21.x, `^10.4.2` everything from there below 11. */
function matchesCaret(version: string, minimum: string): boolean {
  const [major, minor] = minimum.split(".");
  const [givenMajor, givenMinor] = version.split(".");
  const isSameLine = givenMajor === major && (major !== "0" || givenMinor === minor);
  return isSameLine && isAtLeast(version, minimum);
}

/** Finds a package as Node.js does: in `node_modules` of the directory or of one above it. */
async function tryReadPackageVersion(directory: string, name: string): Promise<string | undefined> {
  for (let at = directory; ; at = dirname(at)) {
    try {
      const manifest: unknown = JSON.parse(
        await readRegularFile(join(at, "node_modules", name, "package.json")),
      );
      if (typeof manifest === "object" && manifest !== null && "version" in manifest)
        return String(manifest.version);
    } catch {
      // It is not there, or not a package.
    }
    if (dirname(at) === at) return undefined;
  }
}

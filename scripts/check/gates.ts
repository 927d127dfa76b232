import { rollUpTypes } from "../build/roll-up-types";
import { runCommand } from "../support/run-command";
import { checkExclusions } from "./check-exclusions";
import { checkExportedNames } from "./check-exported-names";
import { checkForeignWords } from "./check-foreign-words";
import { checkGeneratedFiles } from "./check-generated-files";
import { checkLicenses } from "./check-licenses";
import { checkLockfile, checkVersions } from "./check-lockfile";
import { checkRoomPages } from "./check-room-pages";
import { checkRules } from "./check-rules";
import type { Gate } from "./run-gates";

const JEST = ["jest", "--config", ".config/jest.config.cjs", "--silent"] as const;
const CRUISER = ["depcruise", "--config", ".config/dependency-cruiser.cjs", "--output-type"] as const;

const GATES: readonly Gate[] = [
  gate("build", "everything that is published builds", tool("tsx", "scripts/build.ts"), "first"),
  gate("generated", "generated files match the output of `npm run generate`", checkGeneratedFiles),
  gate(
    "lint",
    "the code follows the rules of .config/eslint.config.mjs",
    tool("eslint", "--config", ".config/eslint.config.mjs", "--max-warnings", "0", "."),
  ),
  gate("types", "the code type-checks", checkTypes),
  gate("api", "the public API is the reviewed one in .config/api", checkApiReport),
  gate("package", "CommonJS, ES modules and bundlers can import the package", checkPackage),
  gate(
    "imports",
    "imports follow the rules of .config/dependency-cruiser.cjs",
    tool(...CRUISER, "err-long", "src", "test", "scripts", "examples"),
  ),
  gate("rooms", "the page of each room names its doors", checkRoomPages),
  gate(
    "unused",
    "every file, export and dependency is used",
    tool("knip", "--config", ".config/knip.jsonc", "--no-config-hints"),
  ),
  gate("names", "no two exported functions or types have one name", checkExportedNames),
  gate(
    "format",
    "files are formatted",
    tool("biome", "ci", "--config-path=.config", "--error-on-warnings", "--colors=off", "."),
  ),
  gate("coverage", "exclusions from coverage are counted and explained", checkExclusions),
  gate(
    "rules",
    "the rules of docs/rules.md have sources, and are those that the titles of tests name",
    checkRules,
  ),
  gate(
    "docs",
    "examples merge on a real service, and numbers in the documentation are those of the code",
    tool(...JEST, "test/docs/all-files.test.ts", "test/docs/numbers.test.ts"),
  ),
  gate("versions", "dependencies have exact versions", checkVersions),
  gate(
    "lockfile",
    "the lock file contains hashes, no addresses, and no unreviewed install script",
    checkLockfile,
  ),
  gate("licences", "run-time dependencies and bundled packages have a reviewed licence", checkLicenses),
  gate("words", "no file names a machine's paths or a package registry", checkForeignWords),
  gate("clean", "the work tree is clean", checkCleanTree, "last"),
];

function gate(name: string, claim: string, run: Gate["run"], order?: Gate["order"]): Gate {
  return { name, claim, run, ...(order === undefined ? {} : { order }) };
}

function tool(name: string, ...args: readonly string[]): Gate["run"] {
  return (root) => runTool(root, name, args);
}

/** Finds gates by name; without names, all. @throws Error that lists the gates if a name is unknown */
export function findGates(names: readonly string[]): readonly Gate[] {
  const unknown = names.filter((name) => !GATES.some((gate) => gate.name === name));
  if (unknown.length > 0) {
    const known = GATES.map((gate) => gate.name).join(", ");
    throw new Error(`There is no gate ${unknown.join(", ")}. There are: ${known}.`);
  }
  return names.length === 0 ? GATES : GATES.filter((gate) => names.includes(gate.name));
}

async function checkTypes(root: string): Promise<string> {
  // The build information makes every check but the first a quick one.
  const check = (name: string, ...args: readonly string[]): Promise<string> => {
    const file = `.scratch/types/${name}.tsbuildinfo`;
    return runTool(root, "tsc", [...args, "--incremental", "--tsBuildInfoFile", file]);
  };
  const cdktn = ["--project", ".config/tsconfig.cdktn.json", "--noEmit"];
  return joinFindings([await check("node"), await check("cdktn", ...cdktn)]);
}

async function checkApiReport(root: string): Promise<string> {
  try {
    await rollUpTypes(root, { report: "compare" });
    return "";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${reason}\nIf you want the change: npm run build -- --update-api-report`;
  }
}

async function checkPackage(root: string): Promise<string> {
  return joinFindings([
    await runTool(root, "publint", ["--strict", root]),
    await runTool(root, "attw", ["--pack", root, "--no-emoji", "--no-color"]),
  ]);
}

function joinFindings(findings: readonly string[]): string {
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkCleanTree(root: string): Promise<string> {
  const { status, output } = await runCommand("git", ["status", "--porcelain"], { cwd: root });
  return status === 0 ? output : `git status failed: ${output}`;
}

/** Runs a tool of `node_modules/.bin`. @returns its output if it failed, else an empty string */
async function runTool(root: string, tool: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const result = await runCommand(`${root}/node_modules/.bin/${tool}`, args, { cwd: root, env });
  if (result.status === 0) return "";
  return result.output.trim() === "" ? `${tool} ended with status ${result.status}.` : result.output;
}

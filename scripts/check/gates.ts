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
import { runTool } from "./run-tool";

const GATES: readonly Gate[] = [
  {
    name: "build",
    claim: "everything that is published builds",
    order: "first",
    run: (root) => runTool(root, "tsx", ["scripts/build.ts"]),
  },
  {
    name: "generated",
    claim: "generated files match the output of `npm run generate`",
    run: checkGeneratedFiles,
  },
  {
    name: "lint",
    claim: "the code follows the rules of .config/eslint.config.mjs",
    run: (root) =>
      runTool(root, "eslint", ["--config", ".config/eslint.config.mjs", "--max-warnings", "0", "."]),
  },
  { name: "types", claim: "the code type-checks", run: checkTypes },
  {
    name: "api",
    claim: "the public API is the reviewed one in .config/api",
    run: checkApiReport,
  },
  {
    name: "package",
    claim: "CommonJS, ES modules and bundlers can import the package",
    run: checkPackage,
  },
  {
    name: "imports",
    claim: "imports follow the rules of .config/dependency-cruiser.cjs",
    run: (root) =>
      runTool(root, "depcruise", [
        ...["--config", ".config/dependency-cruiser.cjs", "--output-type", "err-long"],
        ...["src", "test", "scripts", "examples"],
      ]),
  },
  { name: "rooms", claim: "the page of each room names its doors", run: checkRoomPages },
  {
    name: "unused",
    claim: "every file, export and dependency is used",
    run: (root) => runTool(root, "knip", ["--config", ".config/knip.jsonc", "--no-config-hints"]),
  },
  { name: "names", claim: "no two exported functions or types have one name", run: checkExportedNames },
  {
    name: "format",
    claim: "files are formatted",
    run: (root) =>
      runTool(root, "biome", ["ci", "--config-path=.config", "--error-on-warnings", "--colors=off", "."]),
  },
  {
    name: "coverage",
    claim: "exclusions from coverage are counted and explained",
    run: checkExclusions,
  },
  {
    name: "rules",
    claim: "the rules of docs/rules.md have sources, and are those that the titles of tests name",
    run: checkRules,
  },
  {
    name: "docs",
    claim: "examples merge on a real service, and numbers in the documentation are those of the code",
    run: (root) =>
      runTool(root, "jest", [
        ...["--config", ".config/jest.config.cjs", "--silent"],
        ...["test/docs/examples-merge.test.ts", "test/docs/numbers.test.ts"],
      ]),
  },
  { name: "versions", claim: "dependencies have exact versions", run: checkVersions },
  {
    name: "lockfile",
    claim: "the lock file contains hashes, no addresses, and no unreviewed install script",
    run: checkLockfile,
  },
  {
    name: "licences",
    claim: "run-time dependencies and bundled packages have a reviewed licence",
    run: checkLicenses,
  },
  { name: "words", claim: "no file names a machine's paths or a package registry", run: checkForeignWords },
  { name: "clean", claim: "the work tree is clean", order: "last", run: checkCleanTree },
];

/**
 * Finds gates by name.
 * @param names - without any: all gates
 * @throws Error that lists the gates if a name is unknown
 */
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
  const findings = [
    await check("node"),
    await check("cdktn", "--project", ".config/tsconfig.cdktn.json", "--noEmit"),
  ];
  return findings.filter((finding) => finding !== "").join("\n");
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
  const findings = [
    await runTool(root, "publint", ["--strict", root]),
    await runTool(root, "attw", ["--pack", root, "--no-emoji", "--no-color"]),
  ];
  return findings.filter((finding) => finding !== "").join("\n");
}

async function checkCleanTree(root: string): Promise<string> {
  const { status, output } = await runCommand("git", ["status", "--porcelain"], { cwd: root });
  return status === 0 ? output : `git status failed: ${output}`;
}

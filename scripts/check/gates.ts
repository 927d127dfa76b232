import { checkApiReport } from "./check-api-report";
import { checkCleanTree } from "./check-clean-tree";
import { checkExclusions } from "./check-exclusions";
import { checkForeignWords } from "./check-foreign-words";
import { checkGeneratedFiles } from "./check-generated-files";
import { checkLicenses } from "./check-licenses";
import { checkLockfile } from "./check-lockfile";
import { checkPackage } from "./check-package";
import { checkRules } from "./check-rules";
import { checkTypes } from "./check-types";
import { checkVersions } from "./check-versions";
import type { Gate } from "./gate";
import { runTool } from "./run-tool";

/** All gates, in the order in which they are started. */
const GATES: readonly Gate[] = [
  {
    name: "build",
    claim: "everything that is published can be built",
    order: "first",
    run: (root) => runTool(root, "tsx", ["scripts/build.ts"]),
  },
  {
    name: "generated",
    claim: "generated files are what `npm run generate` makes",
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
    claim: "the public surface is the reviewed one in .config/api",
    run: checkApiReport,
  },
  {
    name: "package",
    claim: "the package can be imported by programs and compilers of every kind",
    run: checkPackage,
  },
  {
    name: "imports",
    claim: "nobody imports what .config/dependency-cruiser.cjs forbids",
    run: (root) =>
      runTool(root, "depcruise", [
        ...["--config", ".config/dependency-cruiser.cjs", "--output-type", "err-long"],
        ...["src", "test", "scripts", "examples"],
      ]),
  },
  {
    name: "unused",
    claim: "there is no unused file, export or dependency",
    run: (root) => runTool(root, "knip", ["--config", ".config/knip.jsonc", "--no-config-hints"]),
  },
  {
    name: "format",
    claim: "files are formatted",
    run: (root) =>
      runTool(root, "biome", ["ci", "--config-path=.config", "--error-on-warnings", "--colors=off", "."]),
  },
  {
    name: "coverage",
    claim: "what coverage leaves out is counted and explained",
    run: checkExclusions,
  },
  {
    name: "rules",
    claim: "every rule of docs/promises.md is named by the title of a test, and the other way round",
    run: checkRules,
  },
  { name: "versions", claim: "dependencies have exact versions", run: checkVersions },
  {
    name: "lockfile",
    claim: "the lock file holds no addresses, and install scripts only where reviewed",
    run: checkLockfile,
  },
  {
    name: "licences",
    claim: "what is needed at run time, or part of the provider, has a licence that was reviewed",
    run: checkLicenses,
  },
  { name: "words", claim: "no file names a machine's paths or a package registry", run: checkForeignWords },
  { name: "clean", claim: "the work tree is clean", order: "last", run: checkCleanTree },
];

/**
 * Looks up gates by name.
 * @param names - as given on the command line; none means all
 * @throws Error naming the known gates if one is unknown
 */
export function findGates(names: readonly string[]): readonly Gate[] {
  const unknown = names.filter((name) => !GATES.some((gate) => gate.name === name));
  if (unknown.length > 0) {
    const known = GATES.map((gate) => gate.name).join(", ");
    throw new Error(`There is no gate ${unknown.join(", ")}. There are: ${known}.`);
  }
  return names.length === 0 ? GATES : GATES.filter((gate) => names.includes(gate.name));
}

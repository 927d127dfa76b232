import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { SOURCES_FILE } from "../../product";

const CDK_CONFIGURATION = "cdktf.json";

const PROGRAM = /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/;

const FOREIGN: ReadonlySet<string> = new Set("node_modules coverage test tests __tests__".split(" "));

/**
 * Records the SHA-256 of the CDK's configuration and of each module that was loaded from the project, or of
 * each program in the project if the modules are unknown. With the record, `mergequeue plan` notices outdated
 * output. @param outdir - the CDK's directory
 */
export function recordSources(outdir: string): void {
  const output = resolve(outdir);
  const here = process.cwd();
  const project = realpathSync(existsSync(join(here, CDK_CONFIGURATION)) ? here : dirname(output));
  const place = toPath(project, realpathSync(output));
  // A path to a project elsewhere may reveal names of this machine.
  if (place === undefined) return;
  const sources = tryListModules(project) ?? listPrograms(project, output);
  const paths = new Set([CDK_CONFIGURATION, ...sources.filter((path) => !path.startsWith(`${place}/`))]);
  const files = [...paths].sort().flatMap((path) => {
    const file = join(project, path);
    return existsSync(file) ? [[path, createHash("sha256").update(readFileSync(file)).digest("hex")]] : [];
  });
  const directory = relative(realpathSync(output), project).split(sep).join("/");
  const record = { format: SOURCES_FILE, version: 1, directory, files: Object.fromEntries(files) as object };
  writeFileSync(join(output, SOURCES_FILE), `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Lists the project's loaded modules. Undefined if the program is not a CommonJS module of the project. */
function tryListModules(project: string): string[] | undefined {
  const program = require.main?.filename;
  if (program === undefined || toPath(project, program) === undefined) return undefined;
  return Object.keys(require.cache).flatMap((file) => toPath(project, file) ?? []);
}

function toPath(project: string, file: string): string | undefined {
  const path = relative(project, file).split(sep);
  return path[0] === ".." || path.includes("node_modules") ? undefined : path.join("/");
}

function listPrograms(project: string, output: string, below = ""): string[] {
  return readdirSync(join(project, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (!entry.isDirectory()) return entry.isFile() && PROGRAM.test(entry.name) ? [path] : [];
    const isForeign = entry.name.startsWith(".") || FOREIGN.has(entry.name);
    return isForeign || join(project, path) === output ? [] : listPrograms(project, output, path);
  });
}

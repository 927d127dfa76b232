import { readFile } from "node:fs/promises";
import { type LockedPackage, type LockedPackages, readLockedPackages } from "../support/locked-packages";

/**
 * Reviewed packages with an install script. All are development tools, and build and tests work although
 * their scripts do not run.
 */
const REVIEWED_INSTALL_SCRIPTS = [
  // Looks for the platform package's binary; the shim in bin/ finds it as well.
  "node_modules/@bufbuild/buf",
  // Compiles a native module only if npm builds from source; jest watches files only on demand.
  "node_modules/@parcel/watcher",
  // Puts the platform package's binary into bin/; the build takes it from the platform package itself.
  "node_modules/bun",
  // Looks for the platform package's binary; the first use finds it as well.
  "node_modules/esbuild",
  // Prints a warning about how a project names its version.
  "node_modules/protobufjs",
];

/** The hash of such a tool may be missing: not every mirror has the packages of other platforms. */
function isToolOfOnePlatform({ dev, optional, os }: LockedPackage): boolean {
  return dev === true && optional === true && os !== undefined;
}

function isLocked(packages: LockedPackages, path: string, name: string): boolean {
  return `node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages;
}

/**
 * Gate: the lock file pins packages by hash and not by address, so that it works with every mirror. No
 * run-time dependency has an install script, and no other one has an unreviewed one (rule S-21).
 */
export async function checkLockfile(root: string): Promise<string> {
  const packages = await readLockedPackages(root);
  const findings: string[] = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (path === "") continue;
    if (entry.resolved !== undefined) findings.push(`${path} has an address: ${entry.resolved}`);
    if (entry.integrity === undefined && entry.inBundle !== true && !isToolOfOnePlatform(entry)) {
      findings.push(`${path} has no hash.`);
    }
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      // npm ci refuses a lock file without the packages of other platforms.
      if (entry.inBundle !== true && !isLocked(packages, path, name)) {
        findings.push(`${path} may need ${name}, which is not locked.`);
      }
    }
    if (entry.hasInstallScript !== true) continue;
    if (entry.dev !== true && entry.devOptional !== true) {
      findings.push(`${path} is needed at run time and has an install script; npm does not run it.`);
    } else if (!REVIEWED_INSTALL_SCRIPTS.includes(path)) {
      findings.push(`${path} has an unreviewed install script (scripts/check/check-lockfile.ts).`);
    }
  }
  return findings.join("\n");
}

/** Gate: every dependency has one exact version. Peers have ranges, because the user chooses them. */
export async function checkVersions(root: string): Promise<string> {
  const manifest = JSON.parse(await readFile(`${root}/package.json`, "utf8")) as {
    readonly [group: string]: { readonly [name: string]: string } | undefined;
  };
  return ["dependencies", "devDependencies", "optionalDependencies"]
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} has the version "${version}": name one exact version.`)
    .join("\n");
}

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRoot } from "../../../scripts/support/find-root";
import { PACKAGE_NAME, VERSION } from "../../../src/product";
import { makeOnce } from "../make-once";

/**
 * Packs the built package, once for all test files of a run.
 * @returns absolute path of the archive
 */
export function packPackage(): string {
  const name = `${PACKAGE_NAME}-${VERSION}.tgz`;
  const archive = join(tmpdir(), name);
  makeOnce(archive, (draft) => {
    const folder = mkdtempSync(join(tmpdir(), "pack-"));
    const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
    run("npm", args, findRoot(), { ...process.env, HOME: folder });
    renameSync(join(folder, name), draft);
  });
  return archive;
}

/**
 * Unpacks the package beside the packages that are installed here, once for all test files of a run. They
 * must not change it.
 * @returns absolute path of its directory
 */
export function unpackPackage(): string {
  const directory = join(tmpdir(), "unpacked package");
  makeOnce(directory, (draft) => {
    mkdirSync(draft);
    run("tar", ["-xzf", packPackage(), "-C", draft, "--strip-components=1"], draft, process.env);
    symlinkSync(join(findRoot(), "node_modules"), join(draft, "node_modules"));
  });
  return directory;
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

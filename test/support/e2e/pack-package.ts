import { existsSync } from "node:fs";
import { mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRoot } from "../../../scripts/support/find-root";
import { runCommand } from "../../../scripts/support/run-command";
import { PACKAGE_NAME, VERSION } from "../../../src/product";

/**
 * Packs the built package, once for all test files of a run.
 * @returns absolute path of the archive
 */
export async function packPackage(): Promise<string> {
  const name = `${PACKAGE_NAME}-${VERSION}.tgz`;
  // The directory for what is temporary belongs to the run.
  const archive = join(tmpdir(), name);
  if (existsSync(archive)) return archive;
  const draft = await mkdtemp(join(tmpdir(), "pack-"));
  const packed = await runCommand(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--pack-destination", draft],
    { cwd: findRoot(), env: { ...process.env, HOME: draft } },
  );
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.output}`);
  await rename(join(draft, name), archive);
  return archive;
}

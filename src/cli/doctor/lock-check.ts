import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { hashInstalled, type InstalledPackage } from "../../distribution/find-installed";
import { LOCK_NAME, type LockEntry } from "../../distribution/lock-provider";
import { PROVIDER_SOURCE } from "../../product";
import { quoteForShell } from "../../text/quote-for-shell";
import { type Finding, ok, problem, skipped } from "./check";
import type { TerraformDirectory } from "./plugin-places";

/** Checks whether Terraform accepts an installed package: the version and a hash of it must be in the lock file. */
export function checkLock({ lock, installed, initialized = [] }: TerraformDirectory): Finding {
  if (lock === undefined) return skipped(`there is no ${LOCK_NAME}`);
  const candidates = [...initialized, ...installed].filter(({ kind }) => kind !== "broken");
  for (const entry of lock) {
    const finding = tryFindMismatch(
      entry,
      candidates.filter(({ host }) => host === entry.host),
    );
    if (finding !== undefined) return finding;
  }
  const versions = lock.map(({ version }) => String(version));
  if (versions.length === 0) return skipped(`${LOCK_NAME} does not name ${PROVIDER_SOURCE}`);
  if (candidates.length === 0)
    return skipped(`${LOCK_NAME} names ${String(versions[0])}, and nothing is installed to compare`);
  const isCompared = lock.some(({ hashes }) => candidates.some((each) => isLocked(each, hashes) === true));
  const extent = isCompared ? "has its hash" : "its hash is not compared with the archive";
  return ok(`${LOCK_NAME} names ${String(versions[0])} and ${extent}`);
}

function tryFindMismatch(
  { version, hashes }: LockEntry,
  candidates: readonly InstalledPackage[],
): Finding | undefined {
  if (candidates.length === 0) return undefined;
  const locked = candidates.filter((each) => each.version === version);
  if (locked.length === 0) {
    const others = [...new Set(candidates.map((each) => each.version))].join(", ");
    return problem(
      `${LOCK_NAME} names version ${String(version)}, but ${others} is installed. Terraform refuses it.`,
      "To use what is installed:",
      "terraform init -upgrade",
    );
  }
  if (hashes.length === 0 || locked.some((each) => isLocked(each, hashes) !== false)) return undefined;
  const mirror = locked
    .map(({ path, kind }) => toMirror(path, kind))
    .find((path) => !path.endsWith(".terraform/providers"));
  const add =
    mirror === undefined
      ? ""
      : `terraform providers lock -fs-mirror=${quoteForShell(mirror)} ${PROVIDER_SOURCE} && `;
  return problem(
    `${LOCK_NAME} has no hash of the installed ${String(version)}: it was made with other files of that version. Terraform ` +
      "refuses the plugin.",
    "If you trust what is installed, add its hash:",
    `${add}terraform init`,
  );
}

/** Returns undefined for an archive of which the lock file only has the hash of the contents: it is not unpacked. */
function isLocked({ kind, path }: InstalledPackage, hashes: readonly string[]): boolean | undefined {
  if (kind === "directory") return hashes.includes(hashInstalled(path));
  if (hashes.includes(`zh:${hash("sha256", readFileSync(path))}`)) return true;
  return hashes.some((each) => each.startsWith("zh:")) ? false : undefined;
}

/** `MIRROR/HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`, or an archive in the directory of the type. */
export function toMirror(path: string, kind: InstalledPackage["kind"]): string {
  const source = kind === "archive" ? dirname(path) : dirname(dirname(path));
  return dirname(dirname(dirname(source)));
}

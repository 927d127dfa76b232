import { hash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LICENSES_NAME } from "../../src/distribution/layout";
import { hashPackage } from "../../src/distribution/lock-provider";
import type { PackageFile } from "../../src/distribution/provider-package";
import { PACKAGE_NAME, VERSION } from "../../src/product";
import type { BinaryPlatform } from "../binary/platforms";
import { makeBill } from "./make-bill";
import { packArchive } from "./pack-archive";

const STEM = `${PACKAGE_NAME}_${VERSION}`;

/** The list of the archives with their hashes, under the name that a network mirror serves. */
export const ARCHIVE_LIST_NAME = `${VERSION}.json`;

/** Names the protocol of the provider. Without this file registries assume protocol 5. */
export const MANIFEST_NAME = `${STEM}_manifest.json`;

/** The SHA-256 sums of archives, list and manifest. */
export const CHECKSUMS_NAME = `${STEM}_SHA256SUMS`;

/** The detached signature of the checksums. */
export const SIGNATURE_NAME = `${CHECKSUMS_NAME}.sig`;

const BILL_NAME = `${STEM}_sbom.cdx.json`;

/** The manifest in the project's root directory, which the registry's own tools read too. */
const MANIFEST_SOURCE = "terraform-registry-manifest.json";

/** The inputs of a release. */
export interface ReleaseRequest {
  /** The project's root directory, absolute; `npm run build` has been run there. */
  readonly root: string;
  readonly platforms: readonly BinaryPlatform[];
  /** Absolute; must be empty if it exists. */
  readonly outDirectory: string;
  /** Returns the files of a platform's archive. */
  readonly readPackage: (root: string, platform: BinaryPlatform) => Promise<readonly PackageFile[]>;
  /** Makes a detached signature of a file. Default: no signature. */
  readonly sign?: ((file: string, signature: string) => void) | undefined;
  /** Called after every complete file. */
  readonly onFile?: (name: string, bytes: number) => void;
}

/**
 * Makes the files that Terraform's registry requires (rule D-11): an archive for each platform, the manifest,
 * the checksums and their signature; also the list of the archives with their hashes, and a bill of
 * materials. Writes all of them or none.
 * @throws Error if the directory is not empty
 */
export async function makeRelease(request: ReleaseRequest): Promise<void> {
  const { root, platforms, outDirectory, readPackage, sign } = request;
  await refuseContent(outDirectory);
  // On the same file system, so that one rename moves all files.
  const staging = join(dirname(outDirectory), `.${basename(outDirectory)}-${randomUUID()}`);
  const sums = new Map<string, string>();
  const archives: [platform: string, archive: object][] = [];

  async function write(name: string, content: Buffer): Promise<void> {
    await writeFile(join(staging, name), content);
    sums.set(name, hash("sha256", content));
    request.onFile?.(name, content.length);
  }

  try {
    await mkdir(staging, { recursive: true });
    // One after another: each takes a hundred megabytes of memory.
    for (const platform of platforms) {
      const files = await readPackage(root, platform);
      requireLicenses(files, platform);
      const name = archiveName(platform.name);
      await write(name, await packArchive(files));
      const hashes = [hashPackage(files), `zh:${sums.get(name) ?? ""}`];
      archives.push([platform.name, { url: name, hashes }]);
    }
    const list = { archives: Object.fromEntries(archives.sort()) as object };
    await write(ARCHIVE_LIST_NAME, Buffer.from(`${JSON.stringify(list, undefined, 2)}\n`));
    await write(MANIFEST_NAME, await readFile(join(root, MANIFEST_SOURCE)));
    const checksums = Buffer.from(formatChecksums(sums));
    await write(CHECKSUMS_NAME, checksums);
    if (sign !== undefined) {
      sign(join(staging, CHECKSUMS_NAME), join(staging, SIGNATURE_NAME));
      request.onFile?.(SIGNATURE_NAME, (await readFile(join(staging, SIGNATURE_NAME))).length);
    }
    // The licences of the build: those in the archives also name the parts of the runtimes.
    const licenses = await readFile(join(root, "dist/provider", LICENSES_NAME), "utf8");
    const lock = await readFile(join(root, "package-lock.json"), "utf8");
    await write(BILL_NAME, Buffer.from(makeBill(licenses, lock, platforms)));
    await refuseContent(outDirectory);
    // rmdir fails if another run has written its files meanwhile.
    if (existsSync(outDirectory)) await rmdir(outDirectory);
    await rename(staging, outDirectory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Name of a platform's archive (rule D-11). @param platform - `OS_ARCH` */
export function archiveName(platform: string): string {
  return `${STEM}_${platform}.zip`;
}

/** Writes checksums as `sha256sum` does, sorted by name. @param sums - hexadecimal SHA-256 by file name */
function formatChecksums(sums: ReadonlyMap<string, string>): string {
  const names = [...sums.keys()].sort();
  return names.map((name) => `${sums.get(name) ?? ""}  ${name}\n`).join("");
}

function requireLicenses(files: readonly PackageFile[], platform: BinaryPlatform): void {
  if (files.some(({ name }) => name === LICENSES_NAME)) return;
  throw new Error(
    `The archive for ${platform.name} would lack ${LICENSES_NAME}, which the build writes: run "npm run build".`,
  );
}

async function refuseContent(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const [found] = await readdir(directory);
  if (found === undefined) return;
  throw new Error(
    `${directory} is not empty (${found}): files of two releases would mix. Remove it, or name another directory with --out.`,
  );
}

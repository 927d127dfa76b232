import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LICENSES_NAME } from "../../src/distribution/layout";
import type { PackageFile } from "../../src/distribution/provider-package";
import type { BinaryPlatform } from "../binary/platforms";
import { makeBill } from "./make-bill";
import { packArchive } from "./pack-archive";
import { archiveName, BILL_NAME, CHECKSUMS_NAME, MANIFEST_NAME, SIGNATURE_NAME } from "./release-names";

/** The manifest in the project's root directory, which the registry's own tools read too. */
const MANIFEST_SOURCE = "terraform-registry-manifest.json";

/** What a release is made of. */
export interface ReleaseRequest {
  /** The project's root directory, absolute; `npm run build` has been run there. */
  readonly root: string;
  readonly platforms: readonly BinaryPlatform[];
  /** Absolute; must be empty if it is there. */
  readonly outDirectory: string;
  /** Answers what the archive of a platform holds. */
  readonly readPackage: (root: string, platform: BinaryPlatform) => Promise<readonly PackageFile[]>;
  /** Makes a detached signature of a file. Default: the checksums are not signed. */
  readonly sign?: ((file: string, signature: string) => void) | undefined;
  /** Told of every file once it is complete. */
  readonly onFile?: (name: string, bytes: number) => void;
}

/**
 * Makes the files of a release as Terraform's registry wants them (rule R-01): an archive for each platform, the
 * manifest, the checksums of all of them and their signature; and a bill of materials. All of them are in the directory
 * afterwards, or none.
 * @throws Error that says what to do, if there is anything in the directory already
 */
export async function makeRelease(request: ReleaseRequest): Promise<void> {
  const { root, platforms, outDirectory, readPackage, sign } = request;
  await refuseContent(outDirectory);
  // On the same file system, so that it can be moved as a whole.
  const staging = join(dirname(outDirectory), `.${basename(outDirectory)}-${randomUUID()}`);
  const sums = new Map<string, string>();

  async function write(name: string, content: Buffer): Promise<void> {
    await writeFile(join(staging, name), content);
    sums.set(name, createHash("sha256").update(content).digest("hex"));
    request.onFile?.(name, content.length);
  }

  try {
    await mkdir(staging, { recursive: true });
    // One after the other: each is a hundred megabytes until it is packed.
    for (const platform of platforms) {
      const files = await readPackage(root, platform);
      requireLicenses(files, platform);
      await write(archiveName(platform.name), await packArchive(files));
    }
    await write(MANIFEST_NAME, await readFile(join(root, MANIFEST_SOURCE)));
    const checksums = Buffer.from(formatChecksums(sums));
    await write(CHECKSUMS_NAME, checksums);
    if (sign !== undefined) {
      sign(join(staging, CHECKSUMS_NAME), join(staging, SIGNATURE_NAME));
      request.onFile?.(SIGNATURE_NAME, (await readFile(join(staging, SIGNATURE_NAME))).length);
    }
    // Those of the build: what stands in the archives names the parts of the runtimes, too.
    const licenses = await readFile(join(root, "dist/provider", LICENSES_NAME), "utf8");
    const lock = await readFile(join(root, "package-lock.json"), "utf8");
    await write(BILL_NAME, Buffer.from(makeBill(licenses, lock, platforms)));
    await refuseContent(outDirectory);
    // Only what is empty goes, also if another run has brought its files in this moment.
    if (existsSync(outDirectory)) await rmdir(outDirectory);
    await rename(staging, outDirectory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Writes checksums as `sha256sum` does, sorted by name. @param sums - hexadecimal SHA-256 by file name */
function formatChecksums(sums: ReadonlyMap<string, string>): string {
  const names = [...sums.keys()].sort();
  return names.map((name) => `${sums.get(name) ?? ""}  ${name}\n`).join("");
}

function requireLicenses(files: readonly PackageFile[], platform: BinaryPlatform): void {
  if (files.some(({ name }) => name === LICENSES_NAME)) return;
  throw new Error(
    `What is released for ${platform.name} comes without ${LICENSES_NAME}, which the build puts beside the provider: ` +
      'run "npm run build".',
  );
}

async function refuseContent(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const [found] = await readdir(directory);
  if (found === undefined) return;
  throw new Error(
    `${directory} is not empty (${found}). Remove it, or name another directory with --out: files of two releases must ` +
      "not get mixed up.",
  );
}

import { PACKAGE_NAME, VERSION } from "../../src/product";

/** Start of the names of all files of a release. */
const STEM = `${PACKAGE_NAME}_${VERSION}`;

/** Name of a platform's archive (rule D-11). @param platform - `OS_ARCH` */
export function archiveName(platform: string): string {
  return `${STEM}_${platform}.zip`;
}

/** The list of the archives with their hashes, under the name that a network mirror serves. */
export const ARCHIVE_LIST_NAME = `${VERSION}.json`;

/** Names the protocol of the provider. Without this file registries assume protocol 5. */
export const MANIFEST_NAME = `${STEM}_manifest.json`;

/** The SHA-256 sums of archives, list and manifest. */
export const CHECKSUMS_NAME = `${STEM}_SHA256SUMS`;

/** The detached signature of {@link CHECKSUMS_NAME}. */
export const SIGNATURE_NAME = `${CHECKSUMS_NAME}.sig`;

/** The bill of materials, a CycloneDX document. */
export const BILL_NAME = `${STEM}_sbom.cdx.json`;

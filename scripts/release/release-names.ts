import { PACKAGE_NAME, VERSION } from "../../src/product";

/** What every file of a release is named with at its beginning, for example `terraform-provider-mergequeue_1.0.0`. */
const STEM = `${PACKAGE_NAME}_${VERSION}`;

/** Name of a platform's archive (rule R-01). @param platform - `OS_ARCH` */
export function archiveName(platform: string): string {
  return `${STEM}_${platform}.zip`;
}

/** Name of the file that tells a registry which protocol the provider speaks; without it, it takes protocol 5. */
export const MANIFEST_NAME = `${STEM}_manifest.json`;

/** Name of the list of SHA-256 sums of the archives and of the manifest. */
export const CHECKSUMS_NAME = `${STEM}_SHA256SUMS`;

/** Name of the detached signature of {@link CHECKSUMS_NAME}. */
export const SIGNATURE_NAME = `${CHECKSUMS_NAME}.sig`;

/** Name of the bill of materials, a CycloneDX document. */
export const BILL_NAME = `${STEM}_sbom.cdx.json`;

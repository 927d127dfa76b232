import { archiveName } from "./release-names";

/** An archive of a release. */
export interface ListedArchive {
  /** Platform as Terraform names it, `OS_ARCH`. */
  readonly platform: string;
  /** Hashes as a lock file contains them: `h1:…` of its contents, and `zh:…`, its SHA-256. */
  readonly hashes: readonly string[];
}

/**
 * Writes the list of a release's archives, in the format that Terraform's protocol of network mirrors defines: a mirror
 * can serve it as it is.
 * @returns JSON, sorted by platform
 */
export function formatArchiveList(archives: readonly ListedArchive[]): string {
  const sorted = [...archives].sort((a, b) => (a.platform < b.platform ? -1 : 1));
  const entries = sorted.map(({ platform, hashes }): [string, object] => [
    platform,
    { url: archiveName(platform), hashes: [...hashes].sort() },
  ]);
  return `${JSON.stringify({ archives: Object.fromEntries(entries) }, undefined, 2)}\n`;
}

import { archiveName } from "./layout";

/** An archive of a release. */
export interface ListedArchive {
  /** Platform as Terraform names it, `OS_ARCH`. */
  readonly platform: string;
  /** Hashes as a lock file contains them: `h1:…` of its contents, and `zh:…`, its SHA-256. */
  readonly hashes: readonly string[];
}

const PLATFORM = /^[a-z0-9]+_[a-z0-9]+$/;
const HASH = /^(?:h1:[A-Za-z0-9+/]{43}=|zh:[0-9a-f]{64})$/;

/**
 * Writes the list of a release's archives, in the format that Terraform's protocol of network mirrors defines: a mirror
 * can serve it as it is.
 * @returns JSON, sorted by platform
 */
export function formatArchiveList(version: string, archives: readonly ListedArchive[]): string {
  const sorted = [...archives].sort((a, b) => (a.platform < b.platform ? -1 : 1));
  const entries = sorted.map(({ platform, hashes }): [string, object] => [
    platform,
    { url: archiveName(version, platform), hashes: [...hashes].sort() },
  ]);
  return `${JSON.stringify({ archives: Object.fromEntries(entries) }, undefined, 2)}\n`;
}

/**
 * Reads a list that {@link formatArchiveList} wrote.
 * @returns undefined if it is another document, or lacks a hash of either kind
 */
export function tryParseArchiveList(text: string): readonly ListedArchive[] | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const archives = readMember(content, "archives");
  if (typeof archives !== "object" || archives === null) return undefined;
  const entries = Object.entries(archives).map(([platform, entry]) => ({
    platform,
    hashes: readHashes(readMember(entry, "hashes")),
  }));
  const isWhole = entries.every(
    ({ platform, hashes }) =>
      PLATFORM.test(platform) && ["h1:", "zh:"].every((kind) => hashes.some((hash) => hash.startsWith(kind))),
  );
  return isWhole ? entries : undefined;
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Other hashes than these must not get into a lock file. */
function readHashes(value: unknown): string[] {
  const hashes: readonly unknown[] = Array.isArray(value) ? value : [];
  return hashes.filter((each): each is string => typeof each === "string" && HASH.test(each));
}

import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type ListedArchive, tryParseArchiveList } from "./archive-list";
import { DistributionError } from "./distribution-error";
import { archiveListName, archiveName, checksumsName, sourceDirectories } from "./layout";

/** The archives of a release in a directory. */
export interface Release {
  readonly version: string;
  /** The directory that contains the files, absolute. */
  readonly directory: string;
  /** Names of the archives that are there, and last that of their list. */
  readonly files: readonly string[];
  /** Hashes of the archives of all platforms of the release, also of those that are not there. */
  readonly hashes: readonly string[];
}

/**
 * Finds the archives of a release, either in a directory or in the places that a mirror has for them, and reads their list.
 * Does not read the archives.
 * @param directory - absolute; may be missing
 * @throws DistributionError `unusable_release`
 */
export function readRelease(directory: string, version: string): Release {
  const places = [directory, ...sourceDirectories().map((source) => join(directory, source))];
  const place = places.find((each) => listArchives(each, version).length > 0);
  if (place === undefined) throw describeMissingArchives(directory, version);
  const listed = readArchiveList(place, version);
  const archives = listed.map(({ platform }) => archiveName(version, platform));
  const present = listArchives(place, version);
  const unknown = present.find((name) => !archives.includes(name));
  if (unknown !== undefined) {
    throw unusable(
      `${join(place, archiveListName(version))} does not list ${unknown}, which is beside it: they are of different ` +
        "releases. Copy all files of one release to an empty directory.",
    );
  }
  return {
    version,
    directory: place,
    files: [...present, archiveListName(version)],
    hashes: listed.flatMap(({ hashes }) => hashes),
  };
}

/**
 * Compares the archives with their list, and all files with the release's SHA-256 sums if these are beside them.
 * @returns the SHA-256 of each file by name, in hexadecimal digits
 * @throws DistributionError `unusable_release`, which names the first file that differs
 */
export function verifyRelease({ version, directory, files }: Release): ReadonlyMap<string, string> {
  const listed = new Map(
    readArchiveList(directory, version).map(({ platform, hashes }) => [
      archiveName(version, platform),
      hashes.find((hash) => hash.startsWith("zh:"))?.slice(3),
    ]),
  );
  const sums = tryReadChecksums(join(directory, checksumsName(version)));
  const found = new Map(files.map((name) => [name, hashFile(join(directory, name))]));
  for (const [name, hash] of found) {
    // The list does not contain itself.
    const isListed = name === archiveListName(version) || listed.get(name) === hash;
    const isSummed = sums === undefined || sums.get(name) === hash;
    if (isListed && isSummed) continue;
    throw unusable(
      `${join(directory, name)} is not the file of the release ${version}: its SHA-256 differs from the one in ` +
        `${isListed ? checksumsName(version) : archiveListName(version)}. Copy the files of the release again.`,
    );
  }
  return found;
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export function hashFile(path: string): string {
  return hash("sha256", readFileSync(path));
}

/** Lists the names of a version's archives in a directory. */
export function listArchives(directory: string, version: string): string[] {
  const end = ".zip";
  const start = archiveName(version, "").slice(0, -end.length);
  return listNames(directory).filter((name) => name.startsWith(start) && name.endsWith(end));
}

/** Lists the names in a directory, sorted; none if it is missing or not a directory. */
export function listNames(directory: string): string[] {
  return existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory).sort() : [];
}

/** Returns the hashes that the list beside an archive has for it; undefined without such a list. */
export function tryReadListedHashes(archive: string, version: string): readonly string[] | undefined {
  const listed = tryReadArchiveList(dirname(archive), version);
  return listed?.find(({ platform }) => archiveName(version, platform) === basename(archive))?.hashes;
}

function tryReadArchiveList(directory: string, version: string): readonly ListedArchive[] | undefined {
  const file = join(directory, archiveListName(version));
  return existsSync(file) ? tryParseArchiveList(readFileSync(file, "utf8")) : undefined;
}

function readArchiveList(directory: string, version: string): readonly ListedArchive[] {
  const archives = tryReadArchiveList(directory, version);
  if (archives !== undefined) return archives;
  const file = join(directory, archiveListName(version));
  throw unusable(
    `${file} ${existsSync(file) ? "does not have" : "is missing: it has"} the hashes of a release's archives, which ` +
      "Terraform's lock files need. Copy the file of this name from the release.",
  );
}

/** Lines are those of `sha256sum`. */
function tryReadChecksums(file: string): ReadonlyMap<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function describeMissingArchives(directory: string, version: string): DistributionError {
  return unusable(
    `${directory} has no archive of version ${version} (${archiveName(version, "OS_ARCH")}), neither directly nor ` +
      `in ${sourceDirectories()[0] ?? ""}. ${describeContent(directory)} Name the directory with the files of the ` +
      `release ${version}.`,
  );
}

function describeContent(directory: string): string {
  if (!existsSync(directory)) return "It does not exist.";
  if (!statSync(directory).isDirectory()) return "It is not a directory.";
  const names = listNames(directory);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return names.length === 0 ? "It is empty." : `It contains ${names.slice(0, 5).join(", ")}${more}.`;
}

function unusable(message: string): DistributionError {
  return new DistributionError("unusable_release", message);
}

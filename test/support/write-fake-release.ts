import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatArchiveList } from "../../src/distribution/archive-list";
import { archiveListName, archiveName, checksumsName } from "../../src/distribution/layout";

/** Platforms of a fake release. */
export const RELEASED = ["darwin_arm64", "linux_amd64", "linux_arm64", "windows_amd64"] as const;

/** Returns the hash `h1:` that a fake release gives the contents of a platform's archive. */
export function fakeContentHash(platform: string, content = "program"): string {
  return `h1:${hash("sha256", `${platform} ${content}`, "base64")}`;
}

/**
 * Writes the files of a release whose archives are texts.
 * @param directory - created if need be
 * @param content - what the archives contain beside their platform
 * @returns the directory
 */
export function writeFakeRelease(directory: string, version: string, content = "program"): string {
  mkdirSync(directory, { recursive: true });
  const sums: string[] = [];
  function write(name: string, text: string): string {
    writeFileSync(join(directory, name), text);
    const sum = hash("sha256", text);
    sums.push(`${sum}  ${name}\n`);
    return sum;
  }
  const listed = RELEASED.map((platform) => {
    const sum = write(archiveName(version, platform), `${platform} ${content}\n`);
    return { platform, hashes: [fakeContentHash(platform, content), `zh:${sum}`] };
  });
  write(archiveListName(version), formatArchiveList(version, listed));
  writeFileSync(join(directory, checksumsName(version)), sums.sort().join(""));
  return directory;
}

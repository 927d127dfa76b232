import { ZipFile } from "yazl";
import type { PackageFile } from "../../src/distribution/provider-package";

/** What makes a Unix mode the one of a regular file. */
const REGULAR_FILE = 0o100000;

/**
 * Packs files into a ZIP archive whose bytes depend on them and on the zlib of Node.js only: entries are sorted, and have
 * the earliest time that the format knows. It says that a Unix made it, since Terraform extracts what a provider is
 * started by as not executable otherwise (rule R-02).
 */
export async function packArchive(files: readonly PackageFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  const parts: Buffer[] = [];
  const packed = new Promise<void>((resolve, reject) => {
    archive.on("error", reject);
    archive.outputStream
      .on("data", (part: Buffer) => parts.push(part))
      .on("error", reject)
      .on("end", resolve);
  });
  for (const { name, content, mode } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    archive.addBuffer(content, name, {
      mode: REGULAR_FILE | mode,
      // The format holds local time: this is the same text in every time zone.
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
    });
  }
  archive.end();
  await packed;
  return Buffer.concat(parts);
}

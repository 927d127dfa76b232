import { ZipFile } from "yazl";
import type { PackageFile } from "../../src/distribution/provider-package";

const REGULAR_FILE = 0o100000;

/**
 * Packs files into a ZIP archive. Its bytes depend only on the files and on the zlib of Node.js: entries are
 * sorted and have the earliest time of the format. Entries have Unix modes, without which Terraform would not
 * extract an executable (rule D-12).
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
      // The format stores local time: these are the same bytes in every time zone.
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
      compressionLevel: 9,
    });
  }
  archive.end();
  await packed;
  return Buffer.concat(parts);
}

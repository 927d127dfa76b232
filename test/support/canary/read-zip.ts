import { inflateRawSync } from "node:zlib";

/** Marks of the parts of a ZIP archive (APPNOTE.TXT 4.3). */
const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** Whether bytes begin like a ZIP archive, which Terraform's plan files are. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50;
}

/** Returns the files in a ZIP archive, unpacked, by name. @throws Error if it is damaged */
export function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([END & 255, (END >> 8) & 255, (END >> 16) & 255, END >> 24]));
  if (end === -1) throw new Error("The archive has no end.");
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`There is no entry at byte ${at}.`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.set(
      bytes.toString("utf8", at + 46, nameEnd),
      bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed),
    );
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

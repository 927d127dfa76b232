/** An entry of an archive's directory, as far as Terraform looks at it. */
export interface Entry {
  readonly name: string;
  /** The system that made it (APPNOTE.TXT 4.4.2): 3 is a Unix. */
  readonly madeBy: number;
  /** The file's type and permissions on a Unix. */
  readonly mode: number;
  /** Date and time in the format's encoding, a number of 32 bits. */
  readonly time: number;
  /** Bytes of further fields, among them other forms of time. */
  readonly extraBytes: number;
}

/** The mark of a directory entry, and the length of its fixed part. */
const [MARK, FIXED] = [0x02014b50, 46];

/** Lists the directory of a ZIP archive, in its order. @throws Error if there is none */
export function readEntries(archive: Buffer): readonly Entry[] {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end === -1) throw new Error("The archive has no end.");
  const entries: Entry[] = [];
  for (let at = archive.readUInt32LE(end + 16); at < end; ) {
    if (archive.readUInt32LE(at) !== MARK) throw new Error(`There is no entry at byte ${at}.`);
    const nameBytes = archive.readUInt16LE(at + 28);
    const extraBytes = archive.readUInt16LE(at + 30);
    entries.push({
      name: archive.toString("utf8", at + FIXED, at + FIXED + nameBytes),
      madeBy: archive.readUInt8(at + 5),
      mode: archive.readUInt32LE(at + 38) >>> 16,
      time: archive.readUInt32LE(at + 12),
      extraBytes,
    });
    at += FIXED + nameBytes + extraBytes + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** One table of the runtime's data on languages, regions and scripts, such as `icudt78l/curr/de.res`. */
interface Table {
  readonly name: string;
  readonly start: number;
}

/** Head of ICU's data package: two bytes of its own, then its format, `CmnD`, eight bytes further. */
const MAGIC = 0x27da;
const FORMAT = "CmnD";
const FORMAT_AT = 12;
const MAGIC_AT = 2;

/** A locale that is not English, an index of locales, or the dictionary of a script that does not separate words. */
const FOREIGN = /\/(?:(?:res_index|(?!en[_.])[a-z]{2,3}(?:_\w+)?)\.res|\w+\.dict)$/;

/**
 * Overwrites with zeros what the runtime contains about languages other than English: nine megabytes, which hardly compress
 * and are a seventh of an archive. The provider formats and compares no text by the rules of a language. Without the
 * index, the runtime knows no other locale and takes English instead.
 * @param runtime - the executable for Linux or Windows; it is not changed. On macOS the data belongs to the system
 * @returns a copy of the same length
 * @throws Error if the runtime does not contain the data: a new version needs a review
 */
export function trimLocales(runtime: Buffer): Buffer {
  const trimmed = Buffer.from(runtime);
  const tables = listTables(runtime, findData(runtime));
  for (const [index, { name, start }] of tables.entries()) {
    // Where the last table ends is not written, so it is kept.
    const next = tables[index + 1];
    if (next !== undefined && FOREIGN.test(name)) trimmed.fill(0, start, next.start);
  }
  return trimmed;
}

function findData(runtime: Buffer): number {
  const head = runtime.indexOf(FORMAT) - FORMAT_AT;
  if (head >= 0 && runtime.readUInt16LE(head + MAGIC_AT) === MAGIC) return head;
  throw new Error("The runtime contains no data on languages: review this version, and see trim-locales.ts.");
}

/** Lists the tables of ICU's package (ICU, `ucmndata.h`), which are in the order of their positions. */
function listTables(runtime: Buffer, head: number): readonly Table[] {
  const base = head + runtime.readUInt16LE(head);
  return Array.from({ length: runtime.readUInt32LE(base) }, (_, index) => {
    const entry = base + 4 + 8 * index;
    const name = base + runtime.readUInt32LE(entry);
    return {
      name: runtime.toString("latin1", name, runtime.indexOf(0, name)),
      start: base + runtime.readUInt32LE(entry + 4),
    };
  });
}

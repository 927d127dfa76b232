import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchRuntime } from "../../../scripts/binary/fetch-runtime";
import { findOwnPlatform } from "../../../scripts/binary/platforms";
import { trimLocales } from "../../../scripts/binary/trim-locales";
import { findRoot } from "../../../scripts/support/find-root";

/** Makes a program that contains a data package of ICU; each table is its own name. */
function makeRuntime(names: readonly string[]): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt16LE(head.length, 0);
  head.writeUInt16LE(0x27da, 2);
  head.write("CmnD", 12);
  const entries = Buffer.alloc(4 + 8 * names.length);
  entries.writeUInt32LE(names.length, 0);
  const texts = Buffer.from(names.map((name) => `${name}\0`).join(""));
  let at = 0;
  for (const [index, name] of names.entries()) {
    entries.writeUInt32LE(entries.length + at, 4 + 8 * index);
    entries.writeUInt32LE(entries.length + texts.length + at, 8 + 8 * index);
    at += name.length + 1;
  }
  return Buffer.concat([Buffer.from("before"), head, entries, texts, texts, Buffer.from("after")]);
}

describe("trimLocales", () => {
  test("clears foreign locales, the index of locales and dictionaries, and keeps English, shared tables and all positions", () => {
    const names = [
      "icudt1l/brkitr/thaidict.dict",
      "icudt1l/brkitr/word.brk",
      "icudt1l/coll/de.res",
      "icudt1l/coll/root.res",
      "icudt1l/curr/pool.res",
      "icudt1l/en.res",
      "icudt1l/en_GB.res",
      "icudt1l/lang/sr_Latn_ME.res",
      "icudt1l/res_index.res",
      "icudt1l/uts46.nrm",
      "icudt1l/zoneinfo64.res",
      "icudt1l/zu.res",
      "icudt1l/zu_ZA.res",
    ];
    const runtime = makeRuntime(names);
    const trimmed = trimLocales(runtime);
    expect(trimmed).toHaveLength(runtime.length);
    const kept = names.filter((name) => trimmed.lastIndexOf(`${name}\0`) > trimmed.indexOf(`${name}\0`));
    expect(names.filter((name) => !kept.includes(name))).toEqual([
      "icudt1l/brkitr/thaidict.dict",
      "icudt1l/coll/de.res",
      "icudt1l/lang/sr_Latn_ME.res",
      "icudt1l/res_index.res",
      "icudt1l/zu.res",
    ]);
    // The names in the index remain, and so does what is around the package.
    for (const name of names) expect(trimmed.includes(`${name}\0`)).toBe(true);
    expect(trimmed.toString()).toMatch(/^before[^]*after$/);
  });

  test.each(["", "CmnD in a text that is no package"])(
    "a runtime without the data is refused, because a new version needs a review: '%s'",
    (text) => {
      expect(() => trimLocales(Buffer.from(`program and text: ${text}`))).toThrow("review this version");
    },
  );
});

// The system's own data on macOS.
(process.platform === "darwin" ? describe.skip : describe)("the trimmed runtime", () => {
  let directory: string;
  let original: Buffer;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "trimmed-"));
    original = readFileSync(await fetchRuntime(findRoot(), findOwnPlatform()));
  });

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  test("runs in every locale, and knows English only", () => {
    const program = join(directory, "runtime");
    writeFileSync(program, trimLocales(original), { mode: 0o755 });
    const code = `console.log(JSON.stringify([
      new Date(0).toLocaleDateString("de", { dateStyle: "full", timeZone: "UTC" }),
      ["z", "ä", "a"].sort(new Intl.Collator("sv").compare).join(""),
      [...new Intl.Segmenter("th", { granularity: "word" }).segment("สวัสดีชาวโลก")].length > 0,
      new URL("https://münchen.example").host,
      "ﬁ".normalize("NFKC"),
    ]))`;
    for (const locale of ["de_DE.UTF-8", "th_TH.UTF-8"]) {
      const { status, stdout } = spawnSync(program, ["-e", code], {
        cwd: directory,
        encoding: "utf8",
        env: { BUN_BE_BUN: "1", HOME: directory, LANG: locale, LC_ALL: locale },
      });
      expect({ status, result: JSON.parse(stdout) as unknown }).toEqual({
        status: 0,
        result: ["Thursday, January 1, 1970", "aäz", true, "xn--mnchen-3ya.example", "fi"],
      });
    }
  });
});

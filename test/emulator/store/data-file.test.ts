import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DataFile } from "../../../src/emulator/store/data-file";
import {
  DATA_VERSION,
  type DataRecord,
  formatLine,
  type Snapshot,
} from "../../../src/emulator/store/data-line";
import { tryReadDataFile } from "../../../src/emulator/store/load-data";
import { createState } from "../../../src/engine/engine-state";
import { catchRejection } from "../../api/support/catch-rejection";
import { makeScratch } from "../../support/make-scratch";

let directory = "";
let file = "";

beforeEach(() => {
  directory = makeScratch();
  file = join(directory, "queues.data");
});

const SNAPSHOT: Snapshot = { state: createState("seed"), clock: { mode: "real", aheadMs: 0 } };

function makeRecord(nowMs: number): DataRecord {
  return { kind: "event", nowMs, event: { type: "tick" } };
}

/** Starts a data file whose snapshot counts the records that it has been told of. */
async function start(): Promise<{ data: DataFile; told: DataRecord[] }> {
  const told: DataRecord[] = [];
  const takeSnapshot = (): Snapshot => ({ ...SNAPSHOT, clock: { mode: "manual", nowMs: told.length } });
  const data = new DataFile(file, "rules", takeSnapshot);
  await data.flush();
  const append = data.append.bind(data);
  data.append = (record) => {
    told.push(record);
    append(record);
  };
  return { data, told };
}

test("a file that was never written does not exist; one that only its owner may read stays private", async () => {
  expect(await tryReadDataFile(file)).toBeUndefined();
  writeFileSync(file, "");
  expect(await tryReadDataFile(file)).toBeUndefined();
  chmodSync(file, 0o600);
  await (await start()).data.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("F-34: after flush, all changes can be read without closing the file", async () => {
  const { data } = await start();
  const records = [makeRecord(1), makeRecord(2), makeRecord(3)];
  for (const record of records) {
    data.append(record);
    await data.flush();
    const stored = await tryReadDataFile(file);
    expect(stored?.records).toEqual(records.slice(0, record.kind === "event" ? record.nowMs : 0));
  }
  await data.close();
});

test("simultaneous events are written in one line; closing leaves only a snapshot", async () => {
  const { data } = await start();
  for (let n = 1; n <= 100; n += 1) data.append(makeRecord(n));
  await data.flush();
  expect(readFileSync(file, "utf8").match(/\n/g)).toHaveLength(3);
  expect((await tryReadDataFile(file))?.records).toHaveLength(100);
  await data.close();
  const clock = { mode: "manual", nowMs: 100 };
  expect(await tryReadDataFile(file)).toMatchObject({ snapshot: { clock }, records: [] });
});

test("F-34: a file that ends within its last line is read up to the line before", async () => {
  const { data } = await start();
  data.append(makeRecord(1));
  await data.flush();
  const before = readFileSync(file);
  data.append(makeRecord(2));
  await data.flush();
  const line = readFileSync(file).subarray(before.length);
  await data.close();
  for (let length = 0; length <= line.length; length += 1) {
    writeFileSync(file, Buffer.concat([before, line.subarray(0, length)]));
    const records = length === line.length ? [makeRecord(1), makeRecord(2)] : [makeRecord(1)];
    expect((await tryReadDataFile(file))?.records).toEqual(records);
  }
});

test("F-34: a damaged line is found, and the file is not changed", async () => {
  const { data } = await start();
  data.append(makeRecord(1));
  await data.flush();
  const [header = "", snapshot = "", ...others] = readFileSync(file, "utf8").split(/(?<=\n)/);
  await data.close();
  for (const [content, message] of [
    [[header, snapshot.slice(1), ...others], "line 2 is damaged"],
    [[header, snapshot, "\n", ...others], "line 3 is damaged"],
    [[header], "its snapshot is missing"],
  ] as const) {
    writeFileSync(file, content.join(""));
    expect(String(await catchRejection(tryReadDataFile(file)))).toContain(message);
    expect(readFileSync(file, "utf8")).toBe(content.join(""));
  }
});

const LATER = { format: "mergequeue-data", version: DATA_VERSION + 1, product: "9.0.0" };

test.each([
  ["a text file", "Dear diary,\n", "is not a data file"],
  ["JSON of another program", formatLine({ format: "other" }), "is not a data file"],
  ["one of a later version", formatLine(LATER), "was written by version 9.0.0"],
  ["one that is cut off in its first line", formatLine(LATER).trimEnd(), "is not a data file"],
])("%s is refused and not changed", async (_, content, message) => {
  writeFileSync(file, content);
  expect(String(await catchRejection(tryReadDataFile(file)))).toContain(message);
  expect(readFileSync(file, "utf8")).toBe(content);
});

test("a journal that has outgrown the snapshot is merged into a new one", async () => {
  const { data, told } = await start();
  const repo = { host: "h".repeat(1_000_000), owner: "acme", name: "web" };
  for (let n = 1; n <= 7; n += 1) {
    data.append({ kind: "event", nowMs: n, event: { type: "trackEvents", repo, events: [] } });
    await data.flush();
  }
  const stored = await tryReadDataFile(file);
  const { clock } = stored?.snapshot ?? SNAPSHOT;
  if (clock.mode !== "manual") throw new Error("the snapshot was never taken anew");
  // Every change is either in the snapshot or in the journal: none twice, and none lost.
  expect(clock.nowMs).toBeGreaterThan(0);
  expect(stored?.records).toEqual(told.slice(clock.nowMs));
  await data.close();
  expect(await readdir(directory)).toEqual(["queues.data"]);
});

test("after a failed write, all later ones fail, and no files are left behind", async () => {
  const { data } = await start();
  await rm(file);
  // A directory cannot be replaced by a file.
  await mkdir(file);
  data.replace();
  await expect(data.flush()).rejects.toMatchObject({ code: "invalid_configuration" });
  data.append(makeRecord(1));
  await expect(data.flush()).rejects.toThrow("The service acknowledges no further change.");
  await expect(data.close()).rejects.toMatchObject({ code: "invalid_configuration" });
  expect(await readdir(directory)).toEqual(["queues.data"]);
});

test("a directory or a pipe in place of the file is refused at once, not replaced", async () => {
  execFileSync("mkfifo", [file]);
  for (const odd of [file, "/dev/null", directory]) {
    const error = await catchRejection(tryReadDataFile(odd));
    expect(error).toMatchObject({ code: "invalid_configuration" });
    expect(error.message).toContain("cannot be read: it is not a regular file");
  }
});

test("a file in the place of the next snapshot is removed, not written to", async () => {
  const foreign = join(directory, "foreign");
  writeFileSync(foreign, "untouched");
  symlinkSync(foreign, `${file}.new`);
  const { data } = await start();
  await data.close();
  expect(readFileSync(foreign, "utf8")).toBe("untouched");
  expect((await tryReadDataFile(file))?.records).toEqual([]);
});

import { spawnSync } from "node:child_process";
import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../../../src/emulator/store/lock-file";
import { catchError } from "../../support/catch-error";
import { makeScratch } from "../../support/make-scratch";

let directory = "";
let file = "";

beforeEach(() => {
  directory = makeScratch();
  file = join(directory, "queues.data");
});

/** Returns the id of a process that has ended. */
function findDeadProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

/** Reads when a process started, as Linux counts it. */
function readStart(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) ? (readFileSync(stat, "utf8").split(") ").pop()?.split(" ")[19] ?? "") : "-";
}

test("a locked file cannot be locked again, and the message names the process; a release leaves no files", () => {
  const release = lockFile(file);
  expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
  const error = catchError(() => lockFile(file));
  expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "data" } });
  expect(String(error)).toContain(`process ${process.pid}`);
  release();
  lockFile(file)();
  // It can be repeated.
  release();
  expect(readdirSync(directory)).toEqual([]);
});

test("the lock can be released after its directory was removed", () => {
  const release = lockFile(file);
  rmSync(directory, { recursive: true });
  release();
  expect(existsSync(directory)).toBe(false);
});

test.each<readonly [string, () => string]>([
  ["a process that has ended", () => `${findDeadProcess()} -\n`],
  ["an empty file", () => ""],
  ["this process's number in an earlier life", () => `${process.pid} -\n`],
  // Only Linux tells when a process started.
  ...(process.platform === "linux" ? [["a former process", () => `${process.ppid} 123\n`] as const] : []),
])("a lock of %s is ignored", (_, content) => {
  writeFileSync(`${file}.lock`, content());
  const release = lockFile(file);
  expect(readFileSync(`${file}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  release();
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test.each([
  ["", "-"],
  [", which started when the lock says,", readStart(process.ppid)],
  [" of version 1.8.0", `boot:${readStart(process.ppid)}`],
])("the lock of another running process%s is respected", (_, started) => {
  writeFileSync(`${file}.lock`, `${process.ppid} ${started}\n`);
  expect(String(catchError(() => lockFile(file)))).toContain(`process ${process.ppid}`);
  expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
});

test("a lock that another process has created meanwhile is put back", () => {
  const taken = `${process.ppid} -\n`;
  writeFileSync(`${file}.lock`, "");
  jest.spyOn(fs, "renameSync").mockImplementationOnce((from, to) => {
    writeFileSync(from, taken);
    fs.renameSync(from, to);
  });
  expect(String(catchError(() => lockFile(file)))).toContain(`process ${process.ppid}`);
  expect(readFileSync(`${file}.lock`, "utf8")).toBe(taken);
  expect(readdirSync(directory)).toEqual(["queues.data.lock"]);
});

test("a lock that another process has replaced before it had its content is not held", () => {
  const taken = `${process.ppid} -\n`;
  jest.spyOn(fs, "writeFileSync").mockImplementationOnce(() => {
    rmSync(`${file}.lock`);
    writeFileSync(`${file}.lock`, taken);
  });
  expect(String(catchError(() => lockFile(file)))).toContain(`process ${process.ppid}`);
  expect(readFileSync(`${file}.lock`, "utf8")).toBe(taken);
});

test("a full disk is named as the cause, and leaves no file", () => {
  jest.spyOn(fs, "writeFileSync").mockImplementationOnce(() => {
    const full = new Error("ENOSPC: no space left on device, write");
    throw Object.defineProperties(full, { code: { value: "ENOSPC" }, syscall: { value: "write" } });
  });
  const error = catchError(() => lockFile(file));
  expect(String(error)).toContain(
    `The local service cannot write next to its data file ${file}: ENOSPC: no space left on device, write. Free space on its disk`,
  );
  expect(readdirSync(directory)).toEqual([]);
});

test("a directory that cannot be written to gives one clear sentence", () => {
  const error = catchError(() => lockFile(join(directory, "missing", "queues.data")));
  expect(error).toMatchObject({ code: "invalid_configuration" });
  expect(String(error)).toContain("Choose a writable directory.");
});

import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { makeDataError } from "./data-error";

/** Lock files that this process holds, absolute. */
const held = new Set<string>();

/**
 * Makes sure that no other service works on a file. A lock that a dead process left behind counts for nothing.
 * @param file - absolute path; `.lock` is added
 * @returns gives the file free
 * @throws MergeQueueError `invalid_configuration` if another service works on it, or no file can be written there
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const own = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(own, `${process.pid} ${tryReadStart(process.pid) ?? "-"}\n`);
    try {
      acquire(file, lock, own);
    } finally {
      unlinkSync(own);
    }
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw makeDataError(
      `The local service cannot write beside its data file ${file}: ${error.message}. Choose a directory that it may write to.`,
      error,
    );
  }
  held.add(lock);
  return () => {
    // Its directory may be gone as a whole: nobody has to be kept away any more.
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function acquire(file: string, lock: string, own: string): void {
  for (;;) {
    try {
      // Unlike creating it, this puts the lock there with its content, or fails.
      linkSync(own, lock);
      return;
    } catch (error) {
      if (!isErrno(error) || error.code !== "EEXIST") throw error;
    }
    const content = tryRead(lock);
    if (content === undefined) continue;
    if (isAlive(lock, content)) throw makeInUseError(file, content);
    removeStale(file, lock, content);
  }
}

/** Removes a dead process's lock, but not the one that a third process may have put in its place meanwhile. */
function removeStale(file: string, lock: string, content: string): void {
  const aside = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    // Somebody else was faster.
    if (isErrno(error) && error.code === "ENOENT") return;
    throw error;
  }
  const removed = tryRead(aside);
  if (removed !== content) {
    linkSync(aside, lock);
    unlinkSync(aside);
    throw makeInUseError(file, removed ?? "");
  }
  unlinkSync(aside);
}

function isAlive(lock: string, content: string): boolean {
  const [pid = "", start = ""] = content.trim().split(" ");
  if (!/^\d+$/.test(pid)) return false;
  // In a container the next process often has the number of the dead one, even our own.
  if (Number(pid) === process.pid) return held.has(lock);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (isErrno(error) && error.code === "ESRCH") return false;
  }
  const fields = tryReadStat(Number(pid));
  // In a container nobody may ever ask for the exit status of what was killed: the process is gone, its number is not.
  if (fields?.[0] === "Z" || fields?.[0] === "X") return false;
  const actual = tryReadStart(Number(pid));
  return actual === undefined || start === "-" || actual === start;
}

/** Answers what tells a process from another one with its number: machine start and process start, on Linux. */
function tryReadStart(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const fields = tryReadStat(pid);
    return fields === undefined ? undefined : `${boot}:${fields[19] ?? ""}`;
  } catch {
    // Another system: the number has to do.
    return undefined;
  }
}

/** Answers what Linux tells of a process, from the third field on, its state; undefined on another system. */
function tryReadStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, with whatever it holds.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isErrno(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function makeInUseError(file: string, content: string): Error {
  const pid = content.split(" ", 1)[0] ?? "";
  return makeDataError(
    `Another local service (process ${pid}) works on the data file ${file}. Stop it, or choose another file.`,
  );
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === "object" && error !== null && "syscall" in error;
}

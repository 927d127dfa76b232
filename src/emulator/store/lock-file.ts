import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { makeDataError } from "./data-error";

/** Lock files of this process, absolute. */
const held = new Set<string>();

/**
 * Locks a file for this service. The lock of a dead process is ignored.
 * @param file - absolute path; `.lock` is added
 * @returns releases the lock
 * @throws MergeQueueError `invalid_configuration` if another service uses it, or no file can be written there
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const own = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    try {
      writeFileSync(own, `${process.pid} ${tryReadStart(process.pid) ?? "-"}\n`);
      acquire(file, lock, own);
    } finally {
      // On a full disk, an empty file was created.
      rmSync(own, { force: true });
    }
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw makeDataError(
      `The local service cannot write next to its data file ${file}: ${error.message}. ${adviseOnWrite(error)}`,
      error,
    );
  }
  held.add(lock);
  return () => {
    // Its directory may have been removed.
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function adviseOnWrite({ code }: NodeJS.ErrnoException): string {
  return code === "ENOSPC" || code === "EDQUOT"
    ? "Free space on its disk, and start the service again."
    : "Choose a writable directory.";
}

function acquire(file: string, lock: string, own: string): void {
  for (;;) {
    try {
      // Creates the lock together with its content, or fails.
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

/** Removes the lock of a dead process, but not a lock that a third process has created since. */
function removeStale(file: string, lock: string, content: string): void {
  const aside = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    // Another process was faster.
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
  // In a container, process ids are often reused, even our own.
  if (Number(pid) === process.pid) return held.has(lock);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (isErrno(error) && error.code === "ESRCH") return false;
  }
  const fields = tryReadStat(Number(pid));
  // A killed process may remain a zombie, especially in a container.
  if (fields?.[0] === "Z" || fields?.[0] === "X") return false;
  const actual = tryReadStart(Number(pid));
  return actual === undefined || start === "-" || actual === start;
}

/** Identifies a process beyond its id, by machine start and process start; undefined if not on Linux. */
function tryReadStart(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const fields = tryReadStat(pid);
    return fields === undefined ? undefined : `${boot}:${fields[19] ?? ""}`;
  } catch {
    // Other systems have only the id.
    return undefined;
  }
}

/** Reads the fields of a process on Linux from the third, its state, on; undefined on other systems. */
function tryReadStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the program name in parentheses, may contain anything.
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
    `Another local service (process ${pid}) uses the data file ${file}. Stop it, or choose another file.`,
  );
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === "object" && error !== null && "syscall" in error;
}

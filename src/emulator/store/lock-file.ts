import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { makeDataError } from "./data-line";

/** Lock files of this process, absolute. */
const held = new Set<string>();

/**
 * Locks a file for this service. A lock that a dead process left behind does not count.
 * @param file - absolute path; the lock is beside it, with `.lock` added to its name
 * @returns a function that releases the lock
 * @throws MergeQueueError `invalid_configuration` if another service uses the file, or the lock cannot be written
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const own = addSuffix(lock);
  try {
    writeFileSync(own, `${process.pid} ${tryReadProcess(process.pid)?.start ?? "-"}\n`);
    acquire(file, lock, own);
  } catch (error) {
    if (!isErrno(error)) throw error;
    const advice = isErrno(error, "ENOSPC", "EDQUOT")
      ? "Free space on its disk, and start the service again."
      : "Choose a writable directory.";
    throw makeDataError(
      `The local service cannot write next to its data file ${file}: ${error.message}. ${advice}`,
      error,
    );
  } finally {
    // On a full disk, an empty file was created.
    rmSync(own, { force: true });
  }
  held.add(lock);
  return () => {
    // Its directory may have been removed.
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function addSuffix(lock: string): string {
  return `${lock}.${randomBytes(6).toString("hex")}`;
}

function acquire(file: string, lock: string, own: string): void {
  for (;;) {
    try {
      // Creates the lock together with its content, or fails.
      linkSync(own, lock);
      return;
    } catch (error) {
      if (!isErrno(error, "EEXIST")) throw error;
    }
    try {
      const content = readFileSync(lock, "utf8");
      if (isAlive(lock, content)) throw makeInUseError(file, content);
      removeStale(file, lock, content);
    } catch (error) {
      // Another process was faster.
      if (!isErrno(error, "ENOENT")) throw error;
    }
  }
}

/**
 * Removes the lock of a dead process. It is renamed first and then read again: if it turns out to be a lock that another
 * process has created meanwhile, it is put back.
 */
function removeStale(file: string, lock: string, content: string): void {
  const aside = addSuffix(lock);
  renameSync(lock, aside);
  const removed = readFileSync(aside, "utf8");
  if (removed !== content) linkSync(aside, lock);
  unlinkSync(aside);
  if (removed !== content) throw makeInUseError(file, removed);
}

function isAlive(lock: string, content: string): boolean {
  const [pid = "", start = ""] = content.trim().split(" ");
  if (!/^\d+$/.test(pid)) return false;
  // In a container, process ids are often reused, even our own.
  if (Number(pid) === process.pid) return held.has(lock);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (isErrno(error, "ESRCH")) return false;
  }
  const known = tryReadProcess(Number(pid));
  if (known === undefined) return true;
  // A killed process may remain a zombie, especially in a container.
  return known.state !== "Z" && known.state !== "X" && (start === "-" || known.start === start);
}

/** Reads the state of a process and what identifies it beyond its id: machine start and process start. Linux only. */
function tryReadProcess(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the program name in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: `${boot}:${fields[19] ?? ""}` };
  } catch {
    return undefined;
  }
}

function makeInUseError(file: string, content: string): Error {
  const pid = content.split(" ", 1)[0] ?? "";
  return makeDataError(
    `Another local service (process ${pid}) uses the data file ${file}. Stop it, or choose another file.`,
  );
}

/** Tells whether an error is the system's, with one of these codes or with any. */
function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (typeof error !== "object" || error === null || !("syscall" in error)) return false;
  return codes.length === 0 || codes.includes((error as NodeJS.ErrnoException).code ?? "");
}

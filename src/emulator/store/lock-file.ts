import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { makeDataError } from "./data-line";

const held = new Set<string>();

/** Locks a file. Returns a function that unlocks it. @throws MergeQueueError if it cannot be locked */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  try {
    acquire(file, lock, `${process.pid} ${tryReadStart(process.pid) ?? "-"}\n`);
  } catch (error) {
    if (!isErrno(error)) throw error;
    const advice = isErrno(error, "ENOSPC", "EDQUOT")
      ? "Free space on its disk, and start the service again."
      : "Choose a writable directory.";
    const what = `The local service cannot write next to its data file ${file}: ${error.message}.`;
    throw makeDataError(`${what} ${advice}`, error);
  }
  held.add(lock);
  return () => {
    // Its directory may have been removed.
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function acquire(file: string, lock: string, own: string): void {
  for (;;) {
    tryCreate(lock, own);
    try {
      const content = readFileSync(lock, "utf8");
      // Read back, because another process may have removed it as stale while it was empty.
      if (content === own && !held.has(lock)) return;
      if (isAlive(lock, content)) throw makeInUseError(file, content);
      removeStale(file, lock, content);
    } catch (error) {
      // Another process was faster.
      if (!isErrno(error, "ENOENT")) throw error;
    }
  }
}

function tryCreate(lock: string, own: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(lock, "wx");
  } catch (error) {
    if (isErrno(error, "EEXIST")) return;
    throw error;
  }
  try {
    writeFileSync(descriptor, own);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a dead process's lock. First moves it aside and reads it: a newer lock is moved back. */
function removeStale(file: string, lock: string, content: string): void {
  const aside = `${lock}.${process.pid}`;
  renameSync(lock, aside);
  const removed = readFileSync(aside, "utf8");
  if (removed === content) rmSync(aside);
  else {
    renameSync(aside, lock);
    throw makeInUseError(file, removed);
  }
}

function isAlive(lock: string, content: string): boolean {
  const [, id, start] = /^(\d+) (?:.*:)?(\S+)\n$/.exec(content) ?? [];
  if (id === undefined) return false;
  // In a container, process ids are often reused, even our own.
  if (Number(id) === process.pid) return held.has(lock);
  try {
    process.kill(Number(id), 0);
  } catch (error) {
    if (isErrno(error, "ESRCH")) return false;
  }
  const known = tryReadStart(Number(id));
  return known === undefined || start === "-" || start === known;
}

/** Reads a process's start time, counted from the machine's start. Undefined if this is not Linux. */
function tryReadStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the program name in parentheses, may contain anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function makeInUseError(file: string, content: string): Error {
  const user = `Another local service (process ${content.split(" ", 1)[0] ?? ""})`;
  return makeDataError(`${user} uses the data file ${file}. Stop it, or choose another file.`);
}

/** Tells whether an error is a system error with one of these codes, or with any code if none is given. */
function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (typeof error !== "object" || error === null || !("syscall" in error)) return false;
  return codes.length === 0 || codes.includes((error as NodeJS.ErrnoException).code ?? "");
}

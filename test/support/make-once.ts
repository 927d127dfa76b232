import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isRunning } from "./e2e/list-children";

/** Milliseconds between two looks at what another process makes. */
const POLL_MS = 50;

/**
 * Makes a file or directory that takes long, unless it is there. Of several processes one makes it, and the
 * others wait.
 * @param path - absolute; below the directory for what is temporary, it belongs to the run of all tests
 * @param make - makes it at another path beside, from which it is moved. If it throws, the next one tries
 *   again
 */
export function makeOnce(path: string, make: (draft: string) => void): void {
  const [lock, draft] = [`${path}.lock`, `${path}.draft`];
  mkdirSync(dirname(path), { recursive: true });
  while (!existsSync(path)) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
      if (existsSync(lock) && !isRunning(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
      continue;
    }
    try {
      rmSync(draft, { recursive: true, force: true });
      make(draft);
      renameSync(draft, path);
    } finally {
      rmSync(lock);
    }
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the ids of the processes that have a variable in their environment, regardless of which process started them. Linux
 * only: it reads /proc.
 * @param variable - `NAME=value` with a unique value
 */
export function listMarkedProcesses(variable: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    return readEnvironment(name).includes(variable) ? [Number(name)] : [];
  });
}

/** Reads the variables of a process; none if it has ended or belongs to another user. */
function readEnvironment(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Lists everything in a folder and its subfolders, including sockets, as sorted paths. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}
